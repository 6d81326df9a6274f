-- The evaluation screen of Simply Love: seven panes a side, switched by its own input callback. One player has both
-- sides, which never show the same pane. Some versions of the theme skip empty panes: `skippedPanes`, by number.
local count = 7
skippedPanes = {}
local sides = { "P1", "P2" }
local evaluation, at

local function frame(name, children)
	local definition = { Name = name, Class = "ActorFrame" }
	for _, child in ipairs(children or {}) do definition[#definition + 1] = child end
	return definition
end

local function alone()
	local both = GAMESTATE:IsHumanPlayer("PlayerNumber_P1") and GAMESTATE:IsHumanPlayer("PlayerNumber_P2")
	return not both
end

local function paneOf(side, nth)
	return evaluation:GetChild("ScreenEval Common"):GetChild("Panes"):GetChild("Pane" .. nth .. "_Side" .. side)
end

local function showOnly(side)
	for nth = 1, count do paneOf(side, nth):visible(nth == at[side]) end
end

local function turn(event)
	local by = event.type == "InputEventType_FirstPress" and ({ MenuLeft = -1, MenuRight = 1 })[event.GameButton]
	if not by then return false end
	local side = "P" .. event.controller:match("%d$")
	local function step()
		repeat at[side] = (at[side] - 1 + by) % count + 1 until not skippedPanes[at[side]]
	end
	step()
	if alone() and at.P1 == at.P2 then step() end
	showOnly(side)
	return false
end

local function begin()
	local panes = {}
	for _, side in ipairs(sides) do
		for nth = 1, count do panes[#panes + 1] = frame("Pane" .. nth .. "_Side" .. side) end
	end
	local upper = {}
	for _, side in ipairs(sides) do
		upper[#upper + 1] = frame(side .. "_AF_Upper", { frame("EventProgress" .. side) })
	end
	local popup = frame("AutoSubmitMaster", { frame("EventOverlay") })
	evaluation = makeActor(frame("Overlay", { frame("ScreenEval Common", { frame("Panes", panes), popup, upper[1], upper[2] }) }))
	local common = evaluation:GetChild("ScreenEval Common")
	common:GetChild("AutoSubmitMaster"):GetChild("EventOverlay"):visible(false)
	for _, side in ipairs(sides) do common:GetChild(side .. "_AF_Upper"):GetChild("EventProgress" .. side):visible(false) end
	at = { P1 = 1, P2 = alone() and 5 or 1 }
	for _, side in ipairs(sides) do showOnly(side) end
	SCREENMAN:GetTopScreen():AddInputCallback(turn)
end

-- Adds the actors to the top screen if it is an evaluation.
local topScreen = SCREENMAN.GetTopScreen
SCREENMAN.GetTopScreen = function()
	local screen = topScreen()
	screen.GetChild = function(_, name) return name == "Overlay" and evaluation or nil end
	return screen
end

local show = showScreen
function showScreen(name)
	evaluation = nil
	show(name)
	if name:find("^ScreenEvaluation") and not name:find("Summary") then begin() end
end

-- Returns the number of the pane that a side shows; 0 if none of the theme's is visible.
function paneShown(side)
	for nth = 1, count do
		if paneOf(side, nth):GetVisible() then return nth end
	end
	return 0
end

function showPane(side, nth) paneOf(side, nth):visible(true) end

function showPopup(open) evaluation:GetChild("ScreenEval Common"):GetChild("AutoSubmitMaster"):GetChild("EventOverlay"):visible(open) end

-- The panel of the online lobby: above the screen and all modules, on the whole height.
local lobby = makeActor(frame("OnlineWebsocketHandler", { frame("Display") }))
lobby:GetChild("Display"):visible(false)
function GetOnlineHandlerInstance() return lobby end
function showLobby(open) lobby:GetChild("Display"):visible(open) end

function screenName() return SCREENMAN:GetTopScreen():GetName() end

-- Moves the cursor of the song wheel to a chart, which the theme has parsed.
function hover()
	for name, player in pairs(world.players) do
		if player.human then SL[name].Streams = player.streams end
	end
	MESSAGEMAN:Broadcast("CurrentSongChanged")
end
