-- A finished play as the server takes it: body version 1.4.
local chart = require("chart")
local clock = require("clock")
local curves = require("curves")
local eligibility = require("eligibility")
local engine = require("engine")
local frame = require("frame")
local json = require("json")
local modifiers = require("modifiers")
local rows = require("rows")
local version = require("version")

local play = {}

-- Where the theme keeps what it noted of the stage that was just played.
function play.storage(player)
	local stages = type(SL) == "table" and type(SL[engine.short(player)]) == "table" and SL[engine.short(player)].Stages
	local played = type(SL) == "table" and SL.Global and SL.Global.Stages and SL.Global.Stages.PlayedThisGame or 0
	local stats = type(stages) == "table" and stages.Stats
	return type(stats) == "table" and (stats[played + 1] or stats[#stats]) or nil
end

local function category(values, name)
	local value = tonumber(engine.ask(values, "GetValue", "RadarCategory_" .. name)) or 0
	return math.max(0, math.floor(value + 0.5))
end

local function radar(stats)
	local actual, possible = engine.ask(stats, "GetRadarActual"), engine.ask(stats, "GetRadarPossible")
	local told = {}
	for _, name in ipairs({ "Holds", "Mines", "Rolls" }) do
		told[name] = json.list({ category(actual, name), category(possible, name) })
	end
	return told
end

local function musicRate()
	local rate = type(SL) == "table" and SL.Global and SL.Global.ActiveModifiers and SL.Global.ActiveModifiers.MusicRate
	if type(rate) == "number" and rate > 0 then return rate end
	local options = engine.ask(GAMESTATE, "GetSongOptionsObject", "ModsLevel_Preferred")
	return tonumber(engine.ask(options, "MusicRate")) or 1
end

local function length(song)
	local seconds = math.max(0, math.floor(tonumber(engine.ask(song, "MusicLengthSeconds")) or 0))
	return string.format("%d:%02d", math.floor(seconds / 60), seconds % 60)
end

local function stepartist(steps)
	local credit = engine.ask(steps, "GetAuthorCredit")
	return type(credit) == "string" and credit ~= "" and credit or engine.ask(steps, "GetDescription") or ""
end

-- Why nothing of this play is sent, a code of [Reasons], or nil.
local function reasonAgainst(player, steps, autoplayed)
	local reason = eligibility.reasonAgainst(player, autoplayed)
	if reason then return reason end
	if type(steps) ~= "table" then return "no-offsets" end
	return #steps == 0 and "no-steps-judged" or nil
end

local function append(texts, parts)
	for i = 1, #parts do texts[#texts + 1] = parts[i] end
end

-- Puts a body together, over frames: its small values are encoded already, its lists are not. Call what it returns with
-- the number of steps that fit into a frame until it gives the body.
local function encoder(before, lists)
	local texts, at, bytes, rested = { string.sub(before, 1, -2) }, 1, 0, false
	return function(steps)
		while lists[at] and steps > 0 do
			local list = lists[at]
			local left = list.encoder.work(steps)
			if not left then return nil end
			texts[#texts + 1] = ',"' .. list.name .. '":'
			append(texts, list.encoder.parts)
			at, steps = at + 1, left
		end
		if lists[at] then return nil end
		for i = 1, rested and 0 or #texts do bytes = bytes + #texts[i] end
		-- A long one is joined in a frame of its own.
		if bytes > frame.bytes and not rested then
			rested = true
			return nil
		end
		return table.concat(texts) .. "}"
	end
end

-- Begins to put down what `player` has just played. {reason} when it is not one to send; else {entry, steps, work}:
-- call `work` with the number of steps that fit into a frame until it returns true, then `entry` is ready for the
-- journal. `run`: which run of the game this is.
function play.begin(player, autoplayed, run)
	local storage = play.storage(player)
	local steps = storage and storage.sequential_offsets
	local reason = reasonAgainst(player, steps, autoplayed)
	if reason then return { reason = reason } end

	local stageStats = engine.ask(STATSMAN, "GetCurStageStats")
	local stats = engine.ask(stageStats, "GetPlayerStageStats", player)
	local song = engine.ask(GAMESTATE, "GetCurrentSong")
	local played = chart.of(player)
	local failed = engine.ask(stats, "GetFailed") == true
	local gaveUp = engine.ask(stageStats, "GaveUp") == true
	local options = eligibility.options(player)
	local credit = stepartist(played.steps)
	local entry = {
		key = engine.uuid(),
		title = engine.ask(song, "GetDisplayFullTitle") or engine.ask(song, "GetDisplayMainTitle") or "",
		at = clock.localTime(),
		up = engine.now(),
		run = run,
		state = played.problem and "held" or "waiting",
		reason = played.problem,
		by = version,
	}
	local before = json.value({
		songName = entry.title,
		artist = engine.ask(song, "GetDisplayArtist") or "",
		pack = engine.ask(song, "GetGroupName") or "",
		stepartist = credit,
		description = engine.ask(played.steps, "GetDescription") or "",
		length = length(song),
		hash = played.hash or "",
		difficulty = tonumber(engine.ask(played.steps, "GetMeter")) or 0,
		stepsType = engine.short(engine.ask(played.steps, "GetStepsType")),
		style = engine.ask(engine.ask(GAMESTATE, "GetCurrentStyle"), "GetName") or "",
		radar = radar(stats),
		modifiers = modifiers.of(options),
		musicRate = musicRate(),
		usedAutoplay = false,
		passed = not (failed or gaveUp),
		gaveUp = gaveUp,
		deathSecond = tonumber(storage.DeathSecond),
		aliveSeconds = tonumber(engine.ask(stats, "GetAliveSeconds")),
		expectedRows = category(engine.ask(stats, "GetRadarPossible"), "TapsAndHolds"),
		percentDancePoints = tonumber(engine.ask(stats, "GetPercentDancePoints")),
		grade = engine.short(engine.ask(stats, "GetGrade")),
		engineHash = engine.ask(played.steps, "GetGrooveStatsHash"),
		pendingDate = entry.at,
		playKey = entry.key,
		bodyVersion = "1.4",
		_engineName = tostring(engine.run(ProductFamily) or "ITGmania"),
		_engineVersion = tostring(engine.run(ProductVersion) or ""),
		client = version,
	})
	local encode = encoder(before, {
		-- First what asks the game, while the song is still there.
		{ name = "npsInfo", encoder = curves.notesPerSecond(played.streams, played.steps, song) },
		{ name = "lifebarInfo", encoder = curves.life(stats, song) },
		{ name = "timingData", encoder = rows.encoder(steps) },
	})

	local function work(count)
		entry.body = encode(count)
		return entry.body ~= nil
	end
	return { entry = entry, work = work, steps = steps }
end

return play
