-- The state of the game during and after a stage: players, judgments, statistics, life record.
local function of(player) return world.players[player:match("P%d$")] or {} end
local function object(values)
	return setmetatable({}, { __index = function(_, name)
		local value = values[name]
		if value == nil then return nil end
		return function() return value end
	end })
end

local function radarOf(stats, nth)
	return { GetValue = function(_, name)
		local kind = name:gsub("^RadarCategory_", "")
		if kind == "TapsAndHolds" then return stats.rowsPossible or 0 end
		return stats.radar[kind] and stats.radar[kind][nth] or 0
	end }
end

-- What the game adds up during a stage or a course: seconds since the first step; by player, whether the fail was
-- noticed, and the life bar by those seconds.
local played = { seconds = 0, failed = {}, lives = {} }

-- As the engine writes its life record: a second change in one frame moves the first one a little earlier.
local function changeLife(record, second, life)
	local at = #record + 1
	while at > 1 and record[at - 1][1] > second do at = at - 1 end
	local same = record[at - 1]
	if not same or same[1] ~= second then
		table.insert(record, at, { second, life })
	elseif same[2] ~= life then
		local before = same[2]
		same[2] = life
		changeLife(record, second - 0.00390625, before)
	end
end

-- As the engine reads its life record: linear between changes, constant after the last one, 0 without any.
local function lifeAt(record, second)
	local before, after
	for _, change in ipairs(record) do
		if change[1] <= second then before = change elseif not after then after = change end
	end
	before = before or record[1]
	if not before then return 0 end
	if not after or after == before then return before[2] end
	return before[2] + (after[2] - before[2]) * (second - before[1]) / (after[1] - before[1])
end

local function statsOf(player)
	local stats = of(player).stats
	local name = player:match("P%d$")
	return {
		GetFailed = function() return played.failed[name] == true end,
		GetGrade = function() return stats.grade end,
		GetPercentDancePoints = function() return stats.percent end,
		GetAliveSeconds = function() return stats.alive end,
		GetRadarActual = function() return radarOf(stats, 1) end,
		GetRadarPossible = function() return radarOf(stats, 2) end,
		-- Keyed by real seconds since the first step, not by song seconds.
		GetLifeRecord = function(_, seconds, count)
			local record = {}
			for i = 1, count do record[i] = lifeAt(played.lives[name] or {}, seconds * (i - 1) / (count - 1)) end
			return record
		end,
	}
end

STATSMAN = { GetCurStageStats = function()
	return {
		GetPlayerStageStats = function(_, player) return statsOf(player) end,
		GaveUp = function() return world.gaveUp == true end,
		GetStepsSeconds = function() return played.seconds end,
	}
end }

GAMESTATE = {
	GetCurrentGame = function() return object({ GetName = world.game or "dance" }) end,
	GetCurrentStyle = function()
		local name = world.style or "single"
		return object({ GetName = name, GetStyleType = name == "routine" and "StyleType_TwoPlayersSharedSides" or nil })
	end,
	GetMasterPlayerNumber = function() return "PlayerNumber_P1" end,
	IsCourseMode = function() return world.course == true end,
	IsHumanPlayer = function(_, player) return of(player).human == true end,
	GetCurrentSong = function()
		local song = world.song
		return object({ GetDisplayFullTitle = song.title, GetDisplayArtist = song.artist, GetGroupName = song.pack,
			MusicLengthSeconds = song.length, GetFirstSecond = song.first or 0, GetLastSecond = song.last or song.length })
	end,
	GetCurMusicSeconds = function() return played.music or 0 end,
	GetCurrentSteps = function(_, player)
		local steps = of(player).steps
		local methods = object({ GetFilename = steps.file, GetStepsType = steps.type, GetDifficulty = steps.difficulty, GetMeter = steps.meter,
			GetDescription = steps.description, GetAuthorCredit = steps.credit,
			GetTimingData = { GetElapsedTimeFromBeat = function(_, beat) return beat * 0.5 end } })
		-- In a routine the values are those of a player's part.
		rawset(methods, "GetRadarValues", function(_, which)
			local part = of(which).part
			return radarOf(part and { rowsPossible = part.rows, radar = part.radar } or of(which).stats, 2)
		end)
		return methods
	end,
	GetPlayerState = function(_, player)
		return object({ GetPlayerController = "PlayerController_" .. (of(player).controller or "Human"),
			GetPlayerOptions = object(of(player).options or {}) })
	end,
	GetSongOptionsObject = function() return object({ MusicRate = world.rate or 1 }) end,
}

PROFILEMAN = {
	GetProfileDir = function(_, slot) return of("P" .. slot:match("%d$")).folder or "" end,
	IsPersistentProfile = function(_, player) return (of(player).folder or "") ~= "" end,
	GetPlayerName = function(_, player) return of(player).name or "" end,
	GetLocalProfileIDs = function() return world.localProfiles or {} end,
	LocalProfileIDToDir = function(_, id) return "/Save/LocalProfiles/" .. id .. "/" end,
	GetProfile = function(_, player) return object({ GetGUID = of(player).guid or of(player).folder or "" }) end,
	GetLocalProfile = function(_, id)
		return object({ GetDisplayName = "Profile " .. id, GetGUID = "/Save/LocalProfiles/" .. id .. "/" })
	end,
}

local stage = 0

-- The judgments of a play in the order of the game: {song second, kind, offset, whether a fail was noticed before}.
-- Derived from rows and radar unless the real game was recorded.
local function judgments(player)
	if player.judged then return player.judged end
	local list, radar = {}, player.stats.radar
	for i, row in ipairs(player.rows or {}) do
		list[i] = { row[1], "row", row[2], player.counted ~= nil and i > player.counted }
	end
	if player.counted then return list end
	local last = #list > 0 and list[#list][1] or 0
	for _ = 1, radar.Holds[1] do list[#list + 1] = { last, "Held TapNoteSubType_Hold" } end
	for _ = 1, radar.Rolls[1] do list[#list + 1] = { last, "Held TapNoteSubType_Roll" } end
	for _ = 1, radar.Mines[2] - radar.Mines[1] do list[#list + 1] = { last, "HitMine" } end
	return list
end

local function judge(name, judgment)
	local second, what, offset, failed = unpack(judgment)
	played.music = second
	if failed then played.failed[name] = true end
	local hold, kind = what:match("^(%a+) (TapNoteSubType_%a+)$")
	local message = { Player = "PlayerNumber_" .. name, TapNoteScore = "TapNoteScore_W1" }
	if hold then
		message.HoldNoteScore, message.TapNote = "HoldNoteScore_" .. hold, object({ GetTapNoteSubType = kind })
	elseif what ~= "row" then
		message.TapNoteScore = "TapNoteScore_" .. what
	elseif type(offset) == "number" then
		message.TapNoteOffset = offset
	else
		message.TapNoteScore, message.TapNoteOffset = "TapNoteScore_Miss", 0
	end
	MESSAGEMAN:Broadcast("Judgment", message)
end

local function announceLife(name, life)
	MESSAGEMAN:Broadcast("LifeChanged", { Player = "PlayerNumber_" .. name, LifeMeter = { IsFailing = function() return life <= 0 end } })
end

-- Plays the song up to its last judgment.
function playSong()
	local song, rate = world.song, world.rate or 1
	local first, last = song.first or 0, song.last or song.length
	local from = played.seconds
	played.seconds = from + (last - first) / rate
	for name, player in pairs(world.players) do
		if player.human then
			local lives = played.lives[name] or {}
			for _, change in ipairs(player.lives or { { 0, 0.5 } }) do
				changeLife(lives, from + change[1], change[2])
				announceLife(name, change[2])
			end
			if player.stats.failed and not player.lives then
				changeLife(lives, played.seconds, 0.5)
				changeLife(lives, played.seconds, 0)
				announceLife(name, 0)
			end
			played.lives[name] = lives
			for _, judgment in ipairs(judgments(player)) do judge(name, judgment) end
		end
	end
	played.music = last
end

-- Begins a stage or a course.
function beginStage() played = { seconds = 0, failed = {}, lives = {}, music = -3 } end

-- Stores the theme's data of a finished stage, with a new list of steps. A fail that the game notices only at the end
-- of the song counts from here on.
function finishStage()
	stage = SL.Global.Stages.PlayedThisGame + 1
	for name, player in pairs(world.players) do
		if player.human then
			SL[name].Stages.Stats[stage] = { sequential_offsets = player.rows, DeathSecond = player.death }
			if player.stats.failed or world.gaveUp then played.failed[name] = true end
			if not world.course then SL[name].Streams = player.streams end
		end
	end
	SL.Global.ActiveModifiers.MusicRate = world.rate or 1
	SL.Global.GameMode = world.mode or "ITG"
end

function leaveStage() SL.Global.Stages.PlayedThisGame = stage end
