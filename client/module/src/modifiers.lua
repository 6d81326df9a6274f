-- Player options in the format of the play body.
local engine = require("engine")
local json = require("json")

local modifiers = {}

local accelerations = { "Boost", "Brake", "Wave", "Expand", "Boomerang" }
local effects = {
	"Drunk", "Dizzy", "Confusion", "Flip", "Invert", "Tornado", "Tipsy", "Bumpy", "Beat", "Roll", "Twirl", "Xmode",
	"Parabola", "Zigzag", "Square", "Digital", "Bounce", "Pulse",
}
local appearances = { "Hidden", "Sudden", "Stealth", "Blink", "RandomVanish" }
local scrolls = { "Reverse", "Split", "Alternate", "Cross", "Centered" }
local turns = { "Mirror", "Left", "Right", "LRMirror", "UDMirror", "Shuffle", "SoftShuffle", "SuperShuffle", "Backwards" }

-- Returns the names of the options that are on.
local function enabled(options, names)
	local list = json.list({})
	for i = 1, #names do
		local value = engine.call(options, names[i])
		if value == true or type(value) == "number" and value ~= 0 then list[#list + 1] = names[i] end
	end
	return list
end

-- Returns the kind and value of the scroll speed; nil if the game does not say. With an MMod, XMod is 1.
local function speed(options)
	for _, kind in ipairs({ "C", "M", "X" }) do
		local value = engine.call(options, kind .. "Mod")
		if type(value) == "number" then return { type = kind, value = value } end
	end
	return nil
end

local function perspective(options)
	local tilt, skew = engine.call(options, "Tilt") or 0, engine.call(options, "Skew") or 0
	if tilt == 0 and skew == 0 then return "Overhead" end
	if skew == 0 then return tilt < 0 and "Hallway" or "Distant" end
	return tilt < 0 and "Incoming" or "Space"
end

-- Removes the floating-point error of options that are sums of hundredths.
local function rounded(number, factor)
	return type(number) == "number" and math.floor(number * factor + 0.5) or 0
end

local windowNames = { W1 = "Fantastics", W2 = "Excellents", W3 = "Greats", W4 = "Decents", W5 = "Way Offs" }

-- Returns the disabled timing windows as `Decents + Way Offs`, or `None`.
local function disabledWindows(options)
	local disabled = engine.call(options, "GetDisabledTimingWindows")
	local list = {}
	for i = 1, type(disabled) == "table" and #disabled or 0 do
		list[#list + 1] = windowNames[engine.shortName(disabled[i])] or engine.shortName(disabled[i])
	end
	return #list > 0 and table.concat(list, " + ") or "None"
end

-- `options`: the game's PlayerOptions; nil gives the defaults.
function modifiers.read(options)
	local enabledTurns = enabled(options, turns)
	return {
		speed = speed(options),
		mini = rounded(engine.call(options, "Mini"), 100),
		perspective = perspective(options),
		noteskin = engine.call(options, "NoteSkin") or "default",
		turn = #enabledTurns > 0 and table.concat(enabledTurns, ", ") or "None",
		scroll = enabled(options, scrolls),
		disabledWindows = disabledWindows(options),
		acceleration = enabled(options, accelerations),
		effect = enabled(options, effects),
		appearance = enabled(options, appearances),
		visualDelay = rounded(engine.call(options, "VisualDelay"), 1000),
	}
end

return modifiers
