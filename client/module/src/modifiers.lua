-- The options of a player as a play tells them.
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

-- Names of those that are on.
local function on(options, names)
	local list = json.list({})
	for i = 1, #names do
		local value = engine.ask(options, names[i])
		if value == true or type(value) == "number" and value ~= 0 then list[#list + 1] = names[i] end
	end
	return list
end

local function speed(options)
	for _, kind in ipairs({ "C", "M", "X" }) do
		local value = engine.ask(options, kind .. "Mod")
		if type(value) == "number" and value > 0 then return { type = kind, value = value } end
	end
	return { type = "X", value = 1 }
end

local function perspective(options)
	local tilt, skew = engine.ask(options, "Tilt") or 0, engine.ask(options, "Skew") or 0
	if tilt == 0 and skew == 0 then return "Overhead" end
	if skew == 0 then return tilt < 0 and "Hallway" or "Distant" end
	return tilt < 0 and "Incoming" or "Space"
end

-- Hundredths that were added up come out a little beside.
local function rounded(number, factor)
	return type(number) == "number" and math.floor(number * factor + 0.5) or 0
end

-- Judgments whose windows are off, as `Decents + Way Offs`; `None`.
local names = { W1 = "Fantastics", W2 = "Excellents", W3 = "Greats", W4 = "Decents", W5 = "Way Offs" }
local function disabledWindows(options)
	local off = engine.ask(options, "GetDisabledTimingWindows")
	local list = {}
	for i = 1, type(off) == "table" and #off or 0 do
		list[#list + 1] = names[engine.short(off[i])] or engine.short(off[i])
	end
	return #list > 0 and table.concat(list, " + ") or "None"
end

-- `options`: the PlayerOptions of the game; nil gives those of nobody.
function modifiers.of(options)
	local turned = on(options, turns)
	return {
		speed = speed(options),
		mini = rounded(engine.ask(options, "Mini"), 100),
		perspective = perspective(options),
		noteskin = engine.ask(options, "NoteSkin") or "default",
		turn = #turned > 0 and table.concat(turned, ", ") or "None",
		scroll = on(options, scrolls),
		disabledWindows = disabledWindows(options),
		acceleration = on(options, accelerations),
		effect = on(options, effects),
		appearance = on(options, appearances),
		visualDelay = rounded(engine.ask(options, "VisualDelay"), 1000),
	}
end

return modifiers
