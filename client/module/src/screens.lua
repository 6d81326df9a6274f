-- Finds actors in the screens of Simply Love. Any of them may be missing in another theme.
local engine = require("engine")

local screens = {}

local maxPanes = 12

local function child(frame, name) return frame and engine.call(frame, "GetChild", name) or nil end

-- Returns the parts of the evaluation screen: `panes`, lists of actors by side, nil if the theme has none; `popup`,
-- which covers the screen while it is open; `frame`, which handles the command PaneSwitch.
function screens.evaluation()
	local frame = child(child(engine.call(SCREENMAN, "GetTopScreen"), "Overlay"), "ScreenEval Common")
	local parts = { frame = frame, popup = child(child(frame, "AutoSubmitMaster"), "EventOverlay") }
	local allPanes = child(frame, "Panes")
	if not allPanes then return parts end
	for _, side in ipairs({ "P1", "P2" }) do
		local panes = {}
		for nth = 1, maxPanes do panes[#panes + 1] = child(allPanes, "Pane" .. nth .. "_Side" .. side) end
		if #panes > 0 then
			parts.panes = parts.panes or {}
			parts.panes["PlayerNumber_" .. side] = panes
		end
	end
	return parts
end

function screens.isVisible(actor) return actor ~= nil and engine.call(actor, "GetVisible") == true end

local function nameOfTop() return engine.call(engine.call(SCREENMAN, "GetTopScreen"), "GetName") end

-- Title screens of the coin modes Home and Event, and of Free and Pay.
screens.titles = { "ScreenTitleMenu", "ScreenTitleJoin" }
-- Screens that follow a title screen after half a minute without input, also of a player who is busy with a phone.
screens.attract = { "ScreenInit", "ScreenLogo", "ScreenRankingSingle", "ScreenRankingDouble", "ScreenMemoryCard", "ScreenRainbow" }

local isBeforeSession = {}
for _, names in ipairs({ screens.titles, screens.attract }) do
	for _, name in ipairs(names) do isBeforeSession[name] = true end
end

-- Returns whether a screen is open on which no player has joined.
function screens.isBeforeSession() return isBeforeSession[nameOfTop() or ""] == true end

-- Returns whether something of the theme covers the song wheel: a screen on top, such as Select Profile, or an overlay,
-- such as the sort menu, for which the theme takes the input away from the game.
function screens.isWheelCovered()
	if nameOfTop() ~= "ScreenSelectMusic" then return true end
	for _, player in ipairs(engine.players) do
		if engine.call(SCREENMAN, "get_input_redirected", player) == true then return true end
	end
	return false
end

-- Returns whether the theme shows the progress in an event beside the banner.
function screens.hasEventBox(player)
	local frame = child(child(engine.call(SCREENMAN, "GetTopScreen"), "Overlay"), "ScreenEval Common")
	local short = engine.shortName(player)
	return screens.isVisible(child(child(frame, short .. "_AF_Upper"), "EventProgress" .. short))
end

-- Returns whether the theme shows its online lobby: a panel as high as the screen, above modules. A player who is alone
-- has it on the other side.
function screens.isLobbyOpen()
	return screens.isVisible(child(engine.callFunction(GetOnlineHandlerInstance), "Display"))
end

-- Returns whether a pane covers both sides in double.
function screens.isWide(pane)
	return engine.call(engine.call(pane, "GetChild", ""), "GetCommand", "ExpandForDouble") ~= nil
end

return screens
