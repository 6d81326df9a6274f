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

local function statsOf(player)
	local stats = of(player).stats
	return {
		GetFailed = function() return stats.failed == true end,
		GetGrade = function() return stats.grade end,
		GetPercentDancePoints = function() return stats.percent end,
		GetAliveSeconds = function() return stats.alive end,
		GetRadarActual = function() return radarOf(stats, 1) end,
		GetRadarPossible = function() return radarOf(stats, 2) end,
		GetLifeRecord = function(_, _, count)
			local record = {}
			for i = 1, count do record[i] = stats.failed and i == count and 0 or 0.5 end
			return record
		end,
	}
end

STATSMAN = { GetCurStageStats = function()
	return {
		GetPlayerStageStats = function(_, player) return statsOf(player) end,
		GaveUp = function() return world.gaveUp == true end,
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
			MusicLengthSeconds = song.length, GetLastSecond = song.length })
	end,
	GetCurrentSteps = function(_, player)
		local steps = of(player).steps
		return object({ GetFilename = steps.file, GetStepsType = steps.type, GetDifficulty = steps.difficulty, GetMeter = steps.meter,
			GetDescription = steps.description, GetAuthorCredit = steps.credit,
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

-- What the theme has noted when a stage is over. The list of steps is a new one for each stage.
function finishStage()
	local played = SL.Global.Stages.PlayedThisGame + 1
	for name, player in pairs(world.players) do
		if player.human then
			SL[name].Stages.Stats[played] = { sequential_offsets = player.rows, DeathSecond = player.death }
			SL[name].Streams = player.streams
		end
	end
	SL.Global.ActiveModifiers.MusicRate = world.rate or 1
	SL.Global.GameMode = world.mode or "ITG"
	stage = played
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

function showScreen(name)
	top, listeners = name, {}
	MESSAGEMAN:Broadcast("ScreenChanged")
	for _, module in ipairs(layer) do
		local here = module.screen == name
		module.actor.props.visible = here
		if here then module.actor:queuecommand("Module") end
	end
end

function drawFrame(delta)
	world.up = world.up + delta
	for _, module in ipairs(layer) do updateActor(module.actor, delta) end
end

function pressButton(button, player)
	for _, listen in ipairs(listeners) do
		listen({ type = "InputEventType_FirstPress", GameButton = button, PlayerNumber = player })
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
			lines[#lines + 1] = string.format('{"class":%s,"name":%s,"text":%s,"x":%g,"y":%g,"zoom":%g,"width":%g,"height":%g,"maxwidth":%g,"align":%s,"color":[%g,%g,%g,%g]}',
				quoted(actor.class), quoted(actor.name), quoted(props.text or ""), props.x or 0, props.y or 0, props.zoom or 1,
				props.width or 0, props.height or 0, props.maxwidth or 0, quoted(props.align or ""), color[1], color[2], color[3], color[4])
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
