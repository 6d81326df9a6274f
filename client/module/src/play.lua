-- A finished play as the server takes it: body version 1.4.
local chart = require("chart")
local clock = require("clock")
local counted = require("counted")
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

local function ofSteps(steps, player, name) return category(engine.ask(steps, "GetRadarValues", player), name) end

-- What was achieved, and what was there to achieve: as the game counts it once the stage is over. Until then, in a
-- course, and of a play whose end the game does not count, it follows from what was recorded.
local function radar(played)
	local record, stats = played.record, played.stats
	if record and (played.early or played.ofCourse or played.failed or played.gaveUp) then
		local holds, rolls, mines = ofSteps(played.steps, played.player, "Holds"), ofSteps(played.steps, played.player, "Rolls"),
			ofSteps(played.steps, played.player, "Mines")
		return { Holds = json.list({ math.min(record.held, holds), holds }), Rolls = json.list({ math.min(record.rolled, rolls), rolls }),
			Mines = json.list({ math.max(0, mines - record.minesHit), mines }) }
	end
	local actual, possible = engine.ask(stats, "GetRadarActual"), engine.ask(stats, "GetRadarPossible")
	local told = {}
	for _, name in ipairs({ "Holds", "Mines", "Rolls" }) do
		told[name] = json.list({ category(actual, name), category(possible, name) })
	end
	return told
end

local function musicRate(record)
	if record and record.rate then return record.rate end
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
local function reasonAgainst(played, autoplayed)
	local reason = eligibility.reasonAgainst(played.player, autoplayed)
	if reason then return reason end
	if type(played.rows) ~= "table" then return "no-offsets" end
	if played.record and played.record.changedSteps then return "changed-steps" end
	return #played.rows == 0 and "no-steps-judged" or nil
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

-- The stage that `player` has just played. `record`: see recorder.lua, nil when nothing was recorded. `early`: the game
-- has not counted it yet.
function play.ofStage(player, record, early)
	local storage = play.storage(player) or {}
	local stageStats = engine.ask(STATSMAN, "GetCurStageStats")
	local stats = engine.ask(stageStats, "GetPlayerStageStats", player)
	return {
		player = player, record = record, rows = storage.sequential_offsets, early = early, stats = stats,
		song = engine.ask(GAMESTATE, "GetCurrentSong"), steps = engine.ask(GAMESTATE, "GetCurrentSteps", player),
		failed = engine.ask(stats, "GetFailed") == true, gaveUp = engine.ask(stageStats, "GaveUp") == true,
		percent = tonumber(engine.ask(stats, "GetPercentDancePoints")), grade = engine.short(engine.ask(stats, "GetGrade")),
		death = tonumber(storage.DeathSecond), alive = tonumber(engine.ask(stats, "GetAliveSeconds")),
	}
end

-- How many rows the steps hold.
function play.expectedRows(record) return ofSteps(record.steps, record.player, "TapsAndHolds") end

-- One song of a course. The game's own figures are those of all its songs.
function play.ofSong(record)
	local stageStats = engine.ask(STATSMAN, "GetCurStageStats")
	local finished = #record.rows >= play.expectedRows(record)
	return {
		player = record.player, record = record, rows = record.rows, stats = record.stats, song = record.song, steps = record.steps,
		failed = engine.ask(record.stats, "GetFailed") == true,
		gaveUp = not finished and engine.ask(stageStats, "GaveUp") == true, ofCourse = true,
	}
end

-- What of two descriptions of one play must be equal for their bodies to say the same.
function play.sameAs(one, other)
	if one.rows ~= other.rows or one.count ~= #other.rows or one.failed ~= other.failed or one.gaveUp ~= other.gaveUp then return false end
	return json.value(radar(one)) == json.value(radar(other))
end

-- Begins to put down what was played (`ofStage`, `ofSong`). {reason} when it is not one to send; else {entry, rows,
-- work}: call `work` with the number of steps that fit into a frame until it returns true, then `entry` is ready for the
-- journal. `run`: which run of the game this is.
function play.begin(played, autoplayed, run)
	local reason = reasonAgainst(played, autoplayed)
	if reason then return { reason = reason } end

	local player, song, record = played.player, played.song, played.record
	local found = chart.of(player, played.steps, played.ofCourse)
	local options = eligibility.options(player)
	local rate = musicRate(record)
	local ended = counted.of(record, played.rows, played.failed, played.gaveUp)
	played.count = #played.rows
	local entry = {
		key = engine.uuid(),
		title = engine.ask(song, "GetDisplayFullTitle") or engine.ask(song, "GetDisplayMainTitle") or "",
		at = clock.localTime(),
		up = engine.now(),
		run = run,
		state = found.problem and "held" or "waiting",
		reason = found.problem,
		by = version,
	}
	local before = json.value({
		songName = entry.title,
		artist = engine.ask(song, "GetDisplayArtist") or "",
		pack = engine.ask(song, "GetGroupName") or "",
		stepartist = stepartist(played.steps),
		description = engine.ask(played.steps, "GetDescription") or "",
		length = length(song),
		hash = found.hash or "",
		difficulty = tonumber(engine.ask(played.steps, "GetMeter")) or 0,
		stepsType = engine.short(engine.ask(played.steps, "GetStepsType")),
		style = engine.ask(engine.ask(GAMESTATE, "GetCurrentStyle"), "GetName") or "",
		radar = radar(played),
		modifiers = modifiers.of(options),
		musicRate = rate,
		usedAutoplay = false,
		passed = not (played.failed or played.gaveUp),
		gaveUp = played.gaveUp,
		deathSecond = played.death,
		aliveSeconds = played.alive,
		expectedRows = ofSteps(played.steps, player, "TapsAndHolds"),
		percentDancePoints = played.percent,
		grade = played.grade,
		engineHash = engine.ask(played.steps, "GetGrooveStatsHash"),
		pendingDate = entry.at,
		playKey = entry.key,
		side = tonumber(string.match(player, "%d$")),
		bodyVersion = "1.4",
		_engineName = tostring(engine.run(ProductFamily) or "ITGmania"),
		_engineVersion = tostring(engine.run(ProductVersion) or ""),
		client = version,
	})
	local encode = encoder(before, {
		-- First what asks the game, while the song is still there.
		{ name = "npsInfo", encoder = curves.notesPerSecond(found.streams, played.steps, song) },
		{ name = "lifebarInfo", encoder = curves.life(played.stats, song, rate, played.ofCourse and record.from or 0, ended) },
		{ name = "timingData", encoder = rows.encoder(played.rows, ended) },
	})

	local function work(count)
		entry.body = encode(count)
		return entry.body ~= nil
	end
	return { entry = entry, work = work, rows = played.rows }
end

return play
