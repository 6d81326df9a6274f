-- Simply Love, as far as its modules meet it: what it keeps of players and stages, and how it loads modules and tells
-- them of screens.
SCREEN_WIDTH, SCREEN_HEIGHT = 640, 480

local stage = 0
local function freshPlayer() return { Streams = {}, Stages = { Stats = {} }, ActiveModifiers = {} } end
SL = { P1 = freshPlayer(), P2 = freshPlayer(), Global = { GameMode = "ITG", ActiveModifiers = { MusicRate = 1 }, Stages = { PlayedThisGame = 0 } } }

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

-- What the game adds up of a stage while it is played: the seconds since the first step of the song, in a course of all
-- its songs; and for each player whether the fail was noticed, and the life bar by those seconds.
local played = { seconds = 0, failed = {}, lives = {} }

-- As the engine writes its life record: a change in the frame of another one moves that one a little forward.
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

-- As the engine reads its life record: straight from one change to the next, the last one for good, 0 without any.
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
		-- Keyed by real seconds since the first step, not by seconds of the song.
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
	GetCurrentStyle = function() return object({ GetName = world.style or "single" }) end,
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
		return object({ GetFilename = steps.file, GetStepsType = steps.type, GetDifficulty = steps.difficulty, GetMeter = steps.meter,
			GetDescription = steps.description, GetAuthorCredit = steps.credit, GetRadarValues = radarOf(of(player).stats, 2),
			GetTimingData = { GetElapsedTimeFromBeat = function(_, beat) return beat * 0.5 end } })
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
	GetLocalProfile = function(_, id) return object({ GetDisplayName = "Profile " .. id }) end,
}

local top, listeners
SCREENMAN = { GetTopScreen = function()
	return {
		GetName = function() return top end,
		AddInputCallback = function(_, listen) listeners[#listeners + 1] = listen end,
	}
end }

-- What the game tells of a play while it is played, in its order: {song second, what, offset, whether it had noticed a
-- fail before}. Without a recording of the real game it follows from rows and radar.
local function judgments(player)
	if player.judged then return player.judged end
	local told, radar = {}, player.stats.radar
	for i, row in ipairs(player.rows or {}) do
		told[i] = { row[1], "row", row[2], player.counted ~= nil and i > player.counted }
	end
	if player.counted then return told end
	local last = #told > 0 and told[#told][1] or 0
	for _ = 1, radar.Holds[1] do told[#told + 1] = { last, "Held TapNoteSubType_Hold" } end
	for _ = 1, radar.Rolls[1] do told[#told + 1] = { last, "Held TapNoteSubType_Roll" } end
	for _ = 1, radar.Mines[2] - radar.Mines[1] do told[#told + 1] = { last, "HitMine" } end
	return told
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

-- The song is played, up to its last judgment.
function playSong()
	local song, rate = world.song, world.rate or 1
	local first, last = song.first or 0, song.last or song.length
	local from = played.seconds
	played.seconds = from + (last - first) / rate
	for name, player in pairs(world.players) do
		if player.human then
			local lives = played.lives[name] or {}
			for _, change in ipairs(player.lives or { { 0, 0.5 } }) do changeLife(lives, from + change[1], change[2]) end
			if player.stats.failed and not player.lives then
				changeLife(lives, played.seconds, 0.5)
				changeLife(lives, played.seconds, 0)
			end
			played.lives[name] = lives
			for _, judgment in ipairs(judgments(player)) do judge(name, judgment) end
		end
	end
	played.music = last
end

-- A new stage, or a new course, is about to be played.
function beginStage() played = { seconds = 0, failed = {}, lives = {}, music = -3 } end

-- What the theme has noted when a stage is over. The list of steps is a new one for each stage. A fail that the game
-- notices at the end of the song alone counts from here on.
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

-- The theme reads the steps of a chart, into the table that it has for the player.
function ParseChartInfo(_, name)
	for key, value in pairs(world.players[name].streams) do SL[name].Streams[key] = value end
end

function leaveStage() SL.Global.Stages.PlayedThisGame = stage end

local layer = {}

-- Loads a module as the theme does: whatever is wrong with it is written to the log, and the game goes on.
function loadModule(source, name)
	local chunk, reason = loadstring(source, "@/Themes/Simply Love/Modules/" .. name)
	local done, screens = pcall(chunk or error, reason)
	if not done then Trace("module failed: " .. tostring(screens)) return false end
	for screen, definition in pairs(screens) do
		local actor = makeActor(definition)
		actor.props.visible = false
		layer[#layer + 1] = { screen = screen, actor = actor }
	end
	return true
end

-- The first frame of a screen, which may have taken long to load, counts as none.
local isFirstFrame = false

function showScreen(name)
	top, listeners, isFirstFrame = name, {}, true
	MESSAGEMAN:Broadcast("ScreenChanged")
	for _, module in ipairs(layer) do
		local here = module.screen == name
		module.actor.props.visible = here
		if here then module.actor:queuecommand("Module") end
	end
end

function drawFrame(delta)
	world.up = world.up + delta
	if isFirstFrame then delta, isFirstFrame = 0, false end
	for _, module in ipairs(layer) do updateActor(module.actor, delta) end
end

function pressButton(button, player)
	for _, listen in ipairs(listeners) do
		listen({ type = "InputEventType_FirstPress", GameButton = button, PlayerNumber = player, button = button,
			controller = "GameController_" .. player:match("%d$") })
	end
end

-- Everything that can be read on the screen: name and text of each line, in the order of drawing, as JSON.
function readScreen()
	local lines = {}
	local function quoted(text) return '"' .. tostring(text):gsub('[\\"]', "\\%0") .. '"' end
	local function read(actor)
		if not actor.props.visible then return end
		local props = actor.props
		if props.text or actor.class == "Quad" then
			local color = props.color or { 1, 1, 1, 1 }
			lines[#lines + 1] = string.format('{"class":%s,"name":%s,"text":%s,"x":%g,"y":%g,"zoom":%g,"width":%g,"height":%g,"maxwidth":%g,"align":%s,"font":%s,"color":[%g,%g,%g,%g]}',
				quoted(actor.class), quoted(actor.name), quoted(props.text or ""), props.x or 0, props.y or 0, props.zoom or 1,
				props.width or 0, props.height or 0, props.maxwidth or 0, quoted(props.align or ""), quoted(props.font or ""), color[1], color[2], color[3], color[4])
		end
		for _, child in ipairs(actor.children) do read(child) end
	end
	for _, module in ipairs(layer) do read(module.actor) end
	return "[" .. table.concat(lines, ",") .. "]"
end

function setWorld(text)
	local up = world.up
	world = JsonDecode(text)
	world.up = up
end
