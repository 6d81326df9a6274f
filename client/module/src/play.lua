-- Builds the request body of a finished play, body version 1.4.
local chart = require("chart")
local clock = require("clock")
local countedRows = require("counted-rows")
local curves = require("curves")
local eligibility = require("eligibility")
local engine = require("engine")
local frameBudget = require("frame-budget")
local json = require("json")
local modifiers = require("modifiers")
local rows = require("rows")
local version = require("version")

local play = {}

-- Returns the theme's data of the stage that was just played, or nil.
function play.storage(player)
	local stages = type(SL) == "table" and type(SL[engine.shortName(player)]) == "table"
		and SL[engine.shortName(player)].Stages
	local played = type(SL) == "table" and SL.Global and SL.Global.Stages and SL.Global.Stages.PlayedThisGame or 0
	local stats = type(stages) == "table" and stages.Stats
	return type(stats) == "table" and (stats[played + 1] or stats[#stats]) or nil
end

local function radarCategory(values, name)
	local value = tonumber(engine.call(values, "GetValue", "RadarCategory_" .. name)) or 0
	return math.max(0, math.floor(value + 0.5))
end

-- In a routine the game has values for the part of each player.
local function chartCategory(steps, player, name)
	if not eligibility.isRoutine() then return radarCategory(engine.call(steps, "GetRadarValues", player), name) end
	local sum = 0
	for _, each in ipairs(engine.players) do sum = sum + radarCategory(engine.call(steps, "GetRadarValues", each), name) end
	return sum
end

-- Returns holds, rolls and mines, each as [achieved, possible]. The game's own totals are complete only after the
-- stage, add up over a course, include what follows a fail, and lack the other part of a routine. In these cases the
-- recorded counts are used.
local function radar(played)
	local record, stats = played.record, played.stats
	local isIncomplete = played.isEarly or played.isCourseSong or played.failed or played.gaveUp or eligibility.isRoutine()
	if record and isIncomplete then
		local steps, player = played.steps, played.player
		local holds, rolls = chartCategory(steps, player, "Holds"), chartCategory(steps, player, "Rolls")
		local mines = chartCategory(steps, player, "Mines")
		return { Holds = json.list({ math.min(record.held, holds), holds }),
			Rolls = json.list({ math.min(record.rolled, rolls), rolls }),
			Mines = json.list({ math.max(0, mines - record.minesHit), mines }) }
	end
	local actual, possible = engine.call(stats, "GetRadarActual"), engine.call(stats, "GetRadarPossible")
	local totals = {}
	for _, name in ipairs({ "Holds", "Mines", "Rolls" }) do
		totals[name] = json.list({ radarCategory(actual, name), radarCategory(possible, name) })
	end
	return totals
end

local function musicRate(record)
	if record and record.rate then return record.rate end
	local rate = type(SL) == "table" and SL.Global and SL.Global.ActiveModifiers and SL.Global.ActiveModifiers.MusicRate
	if type(rate) == "number" and rate > 0 then return rate end
	local options = engine.call(GAMESTATE, "GetSongOptionsObject", "ModsLevel_Preferred")
	return tonumber(engine.call(options, "MusicRate")) or 1
end

local function songLength(song)
	local seconds = math.max(0, math.floor(tonumber(engine.call(song, "MusicLengthSeconds")) or 0))
	return string.format("%d:%02d", math.floor(seconds / 60), seconds % 60)
end

local function stepartist(steps)
	local credit = engine.call(steps, "GetAuthorCredit")
	return type(credit) == "string" and credit ~= "" and credit or engine.call(steps, "GetDescription") or ""
end

-- Returns `Immediate`, `ImmediateContinue`, `EndOfSong` or `Off`; nil if the game doesn't say.
local function failType(options)
	local setting = engine.call(options, "FailSetting")
	return setting and engine.shortName(setting)
end

-- Returns why the play is not sent, a key of [Reasons], or nil; for `changed-steps` also the options.
local function ineligibleReason(played, autoplayed)
	local reason, options = eligibility.ineligibleReason(played.player, autoplayed)
	if reason then return reason, options end
	if type(played.rows) ~= "table" then return "no-offsets" end
	if played.record and played.record.changedSteps then return "changed-steps", played.record.changedSteps end
	return #played.rows == 0 and "no-steps-judged" or nil
end

local function append(texts, parts)
	for i = 1, #parts do texts[#texts + 1] = parts[i] end
end

-- Encodes a body over several frames. `smallValues`: the JSON object to which the long `lists` are added. Returns a
-- function; call it once a frame with a budget in steps until it returns the body.
local function encoder(smallValues, lists)
	local texts, nextList, bytes, hasYielded = { string.sub(smallValues, 1, -2) }, 1, 0, false
	return function(steps)
		while lists[nextList] and steps > 0 do
			local list = lists[nextList]
			local left = list.encoder.work(steps)
			if not left then return nil end
			texts[#texts + 1] = ',"' .. list.name .. '":'
			append(texts, list.encoder.parts)
			nextList, steps = nextList + 1, left
		end
		if lists[nextList] then return nil end
		for i = 1, hasYielded and 0 or #texts do bytes = bytes + #texts[i] end
		-- A long body is concatenated in a frame of its own.
		if bytes > frameBudget.bytes and not hasYielded then
			hasYielded = true
			return nil
		end
		return table.concat(texts) .. "}"
	end
end

-- Describes the stage that `player` has just played. `record`: see recorder.lua; may be nil. `early`: the game's totals
-- are not complete yet.
function play.fromStage(player, record, early)
	local storage = play.storage(player) or {}
	local stageStats = engine.call(STATSMAN, "GetCurStageStats")
	local stats = engine.call(stageStats, "GetPlayerStageStats", player)
	return {
		player = player, record = record, rows = storage.sequential_offsets, isEarly = early, stats = stats,
		song = engine.call(GAMESTATE, "GetCurrentSong"), steps = engine.call(GAMESTATE, "GetCurrentSteps", player),
		failed = engine.call(stats, "GetFailed") == true, gaveUp = engine.call(stageStats, "GaveUp") == true,
		percent = tonumber(engine.call(stats, "GetPercentDancePoints")), grade = engine.shortName(engine.call(stats, "GetGrade")),
		death = tonumber(storage.DeathSecond), alive = tonumber(engine.call(stats, "GetAliveSeconds")),
	}
end

-- Returns the number of rows of the chart.
function play.expectedRows(record) return chartCategory(record.steps, record.player, "TapsAndHolds") end

-- Describes one song of a course. The game's own totals are those of all its songs.
function play.fromCourseSong(record)
	local stageStats = engine.call(STATSMAN, "GetCurStageStats")
	local finished = #record.rows >= play.expectedRows(record)
	return {
		player = record.player, record = record, rows = record.rows, stats = record.stats, song = record.song, steps = record.steps,
		failed = engine.call(record.stats, "GetFailed") == true,
		gaveUp = not finished and engine.call(stageStats, "GaveUp") == true, isCourseSong = true,
	}
end

-- Returns whether two descriptions of one play have the same body.
function play.isSame(one, other)
	if one.rows ~= other.rows or one.rowCount ~= #other.rows then return false end
	if one.failed ~= other.failed or one.gaveUp ~= other.gaveUp then return false end
	return json.value(radar(one)) == json.value(radar(other))
end

-- Starts to encode a play, described by `fromStage` or `fromCourseSong`. Returns {reason, options} if it is ineligible,
-- otherwise {entry, rows, work}: call `work` once a frame with a budget in steps until it returns true; then `entry` is
-- ready for the journal. `sessionId`: of this run of the game.
function play.startEncoding(played, autoplayed, sessionId)
	local reason, changingOptions = ineligibleReason(played, autoplayed)
	if reason then return { reason = reason, options = changingOptions } end

	local player, song, record = played.player, played.song, played.record
	local identified = chart.identify(player, played.steps, played.isCourseSong)
	local options = eligibility.options(player)
	local rate = musicRate(record)
	local counted = countedRows.find(record, played.rows, played.failed, played.gaveUp)
	played.rowCount = #played.rows
	local entry = {
		key = engine.uuid(),
		title = engine.call(song, "GetDisplayFullTitle") or engine.call(song, "GetDisplayMainTitle") or "",
		at = clock.localTime(),
		up = engine.uptime(),
		run = sessionId,
		state = identified.problem and "held" or "waiting",
		reason = identified.problem,
		by = version,
	}
	local smallValues = json.value({
		songName = entry.title,
		artist = engine.call(song, "GetDisplayArtist") or "",
		pack = engine.call(song, "GetGroupName") or "",
		stepartist = stepartist(played.steps),
		description = engine.call(played.steps, "GetDescription") or "",
		length = songLength(song),
		hash = identified.hash or "",
		difficulty = tonumber(engine.call(played.steps, "GetMeter")) or 0,
		stepsType = engine.shortName(engine.call(played.steps, "GetStepsType")),
		style = engine.call(engine.call(GAMESTATE, "GetCurrentStyle"), "GetName") or "",
		radar = radar(played),
		modifiers = modifiers.read(options),
		musicRate = rate,
		usedAutoplay = false,
		passed = not (played.failed or played.gaveUp),
		gaveUp = played.gaveUp,
		failType = failType(options),
		lifeRanOut = record and record.lifeRanOut,
		deathSecond = played.death,
		aliveSeconds = played.alive,
		expectedRows = chartCategory(played.steps, player, "TapsAndHolds"),
		percentDancePoints = played.percent,
		grade = played.grade,
		engineHash = engine.call(played.steps, "GetGrooveStatsHash"),
		pendingDate = entry.at,
		playKey = entry.key,
		side = tonumber(string.match(player, "%d$")),
		bodyVersion = "1.4",
		_engineName = tostring(engine.callFunction(ProductFamily) or "ITGmania"),
		_engineVersion = tostring(engine.callFunction(ProductVersion) or ""),
		client = version,
	})
	local encode = encoder(smallValues, {
		-- Lists that query the game come first, while the song is still loaded.
		{ name = "npsInfo", encoder = curves.notesPerSecond(identified.streams, played.steps, song) },
		{ name = "lifebarInfo",
			encoder = curves.life(played.stats, song, rate, played.isCourseSong and record.startSecond or 0, counted) },
		{ name = "timingData", encoder = rows.encoder(played.rows, counted) },
	})

	local function work(count)
		entry.body = encode(count)
		return entry.body ~= nil
	end
	return { entry = entry, work = work, rows = played.rows }
end

return play
