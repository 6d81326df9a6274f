-- Simply Love, as far as its modules use it: its data of players and charts, how it loads modules and opens screens.
SCREEN_WIDTH, SCREEN_HEIGHT = 640, 480

local function freshPlayer() return { Streams = {}, Stages = { Stats = {} }, ActiveModifiers = {} } end
SL = { P1 = freshPlayer(), P2 = freshPlayer(), Global = { GameMode = "ITG", ActiveModifiers = { MusicRate = 1 }, Stages = { PlayedThisGame = 0 } } }

-- The theme's parser: fills the theme's table of the player.
function ParseChartInfo(_, name)
	for key, value in pairs(world.players[name].streams) do SL[name].Streams[key] = value end
end

-- Called while the game loads the profile of a player: reads the key of another service.
function ParseGrooveStatsIni() end

-- Called while the game saves the profile of a player: writes scores of another service.
function WriteItlFile() end

local top, listeners
-- `screenOnTop`: a screen that covers the current one, such as a prompt; nil if there is none. `redirected`: by player,
-- whether the theme has taken the input for an overlay of its own.
local screenOnTop, redirected = nil, {}
SCREENMAN = {
	GetTopScreen = function()
		return {
			GetName = function() return screenOnTop or top end,
			AddInputCallback = function(_, listen) listeners[#listeners + 1] = listen end,
		}
	end,
	get_input_redirected = function(_, player) return screenOnTop == nil and redirected[player] == true end,
}

local layer = {}

-- Loads a module as the theme does: an error is written to the log, and the game goes on.
function loadModule(source, name)
	local chunk, reason = loadstring(source, "@/Themes/Simply Love/Modules/" .. name)
	local ok, screens = pcall(chunk or error, reason)
	if not ok then Trace("module failed: " .. tostring(screens)) return false end
	for screen, definition in pairs(screens) do
		local actor = makeActor(definition)
		actor.props.visible = false
		layer[#layer + 1] = { screen = screen, actor = actor }
	end
	return true
end

-- The first frame of a screen has delta 0.
local isFirstFrame = false

function showScreen(name)
	top, listeners, isFirstFrame, screenOnTop, redirected = name, {}, true, nil, {}
	MESSAGEMAN:Broadcast("ScreenChanged")
	for _, module in ipairs(layer) do
		local isShown = module.screen == name
		module.actor.props.visible = isShown
		if isShown then module.actor:queuecommand("Module") end
	end
end

-- Opens a screen over the current one, which broadcasts nothing; nil closes it.
function putScreenOnTop(name) screenOnTop = name end

-- Opens or closes an overlay of the theme that takes the input of all players, such as the sort menu.
function showThemeOverlay(open) redirected = { PlayerNumber_P1 = open, PlayerNumber_P2 = open } end

function drawFrame(delta)
	world.up = world.up + delta
	if isFirstFrame then delta, isFirstFrame = 0, false end
	for _, module in ipairs(layer) do updateActor(module.actor, delta) end
end

-- `kind`: FirstPress or Release.
local function input(button, player, kind)
	for _, listen in ipairs(listeners) do
		listen({ type = "InputEventType_" .. kind, GameButton = button, PlayerNumber = player, button = button,
			controller = "GameController_" .. player:match("%d$") })
	end
end

-- Presses buttons, separated by commas, and releases them in the same order.
function pressButton(buttons, player)
	for _, kind in ipairs({ "FirstPress", "Release" }) do
		for button in buttons:gmatch("[^,]+") do input(button, player, kind) end
	end
end

-- Returns what is visible on the screen, in the order of drawing, as JSON.
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

-- Returns the quads of the visible actors with vertices, as JSON: {x, y, quads}, each quad as left, top, right, bottom.
function readQuads()
	local found = {}
	local function read(actor)
		if not actor.props.visible then return end
		if actor.vertices then
			local quads = {}
			for i = 1, #actor.vertices, 4 do
				local first, opposite = actor.vertices[i], actor.vertices[i + 2]
				quads[#quads + 1] = ("[%g,%g,%g,%g]"):format(first[1], first[2], opposite[1], opposite[2])
			end
			found[#found + 1] = ('{"x":%g,"y":%g,"quads":[%s]}'):format(actor.props.x or 0, actor.props.y or 0, table.concat(quads, ","))
		end
		for _, child in ipairs(actor.children) do read(child) end
	end
	for _, module in ipairs(layer) do read(module.actor) end
	return "[" .. table.concat(found, ",") .. "]"
end

function setWorld(text)
	local up = world.up
	world = JsonDecode(text)
	world.up = up
end
