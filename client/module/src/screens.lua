-- What is looked up in the screens of Simply Love. All of it may be missing in another theme.
local engine = require("engine")

local screens = {}

local mostPanes = 12

local function child(frame, name) return frame and engine.ask(frame, "GetChild", name) or nil end

-- The evaluation screen as it is now: `panes`, by side a list of actors, nil where the theme has none; `popup`, which
-- covers the screen while it is open; `frame`, which hears of changes of panes.
function screens.evaluation()
	local frame = child(child(engine.ask(SCREENMAN, "GetTopScreen"), "Overlay"), "ScreenEval Common")
	local found = { frame = frame, popup = child(child(frame, "AutoSubmitMaster"), "EventOverlay") }
	local all = child(frame, "Panes")
	if not all then return found end
	for _, side in ipairs({ "P1", "P2" }) do
		local panes = {}
		for nth = 1, mostPanes do panes[#panes + 1] = child(all, "Pane" .. nth .. "_Side" .. side) end
		if #panes > 0 then
			found.panes = found.panes or {}
			found.panes["PlayerNumber_" .. side] = panes
		end
	end
	return found
end

function screens.isVisible(actor) return actor ~= nil and engine.ask(actor, "GetVisible") == true end

-- Whether the theme shows something of an event of its own beside the banner.
function screens.hasEventBox(player)
	local frame = child(child(engine.ask(SCREENMAN, "GetTopScreen"), "Overlay"), "ScreenEval Common")
	local short = engine.short(player)
	return screens.isVisible(child(child(frame, short .. "_AF_Upper"), "EventProgress" .. short))
end

-- Whether a pane takes both sides where one player uses both.
function screens.isWide(pane)
	return engine.ask(engine.ask(pane, "GetChild", ""), "GetCommand", "ExpandForDouble") ~= nil
end

return screens
