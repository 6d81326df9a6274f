-- The button that links an account. In Simply Love, Select does nothing on the title screen; on the song wheel it is
-- held while another button is pressed, or pressed twice. So a press counts when it ends, without another button in
-- between. Machines without Select, with ThreeKeyNavigation, have the two arrows together, on the title screen only: on
-- the song wheel they open the sort menu.
local engine = require("engine")
local text = require("text")

local linkButton = {}

local function hasSelect() return engine.preference("ThreeKeyNavigation") ~= true end

-- Returns the name of the button; nil if this screen has none.
function linkButton.name(isTitle)
	if hasSelect() then return text.get("link.select") end
	return isTitle and text.get("link.arrows") or nil
end

local oppositeOf = { MenuLeft = "MenuRight", MenuRight = "MenuLeft" }

-- Creates a function that handles the input events of a screen and returns whether the button was pressed.
function linkButton.listener(isTitle)
	-- By controller: the buttons that are down, and whether Select is the only one since it was pressed.
	local downOf, isAlone = {}, {}
	return function(event)
		local controller, button = event.controller, event.GameButton
		if not controller or not button then return false end
		local down = downOf[controller] or {}
		downOf[controller] = down
		if event.type == "InputEventType_FirstPress" then
			down[button] = true
			isAlone[controller] = button == "Select"
			return isTitle and not hasSelect() and down[oppositeOf[button]] == true
		end
		if event.type ~= "InputEventType_Release" then return false end
		down[button] = nil
		local isPressed = button == "Select" and isAlone[controller] == true and hasSelect()
		if button == "Select" then isAlone[controller] = nil end
		return isPressed
	end
end

return linkButton
