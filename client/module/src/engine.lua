-- What the game offers, looked up when it is needed: an older game lacks some of it.
local engine = {}

function engine.trace(...)
	if type(Trace) ~= "function" then return end
	local words = { "Stepledger:" }
	for i = 1, select("#", ...) do words[#words + 1] = tostring((select(i, ...))) end
	Trace(table.concat(words, " "))
end

-- The function with whatever it throws written to the game's log. It returns nil then.
function engine.guarded(what, run)
	return function(...)
		local done, value = pcall(run, ...)
		if done then return value end
		engine.trace(what, "failed:", value)
		return nil
	end
end

local function member(object, name) return object[name] end

-- Calls object:name(...). Nil when there is no such object or method, or when it throws.
function engine.ask(object, name, ...)
	if object == nil then return nil end
	local found, method = pcall(member, object, name)
	if not found or type(method) ~= "function" then return nil end
	local done, value = pcall(method, object, ...)
	if done then return value end
	engine.trace(name, "failed:", value)
	return nil
end

-- Calls a global function of the game. Nil when it is not there or throws.
function engine.run(run, ...)
	if type(run) ~= "function" then return nil end
	local done, value = pcall(run, ...)
	if done then return value end
	return nil
end

-- "P1" of "PlayerNumber_P1", "Challenge" of "Difficulty_Challenge".
function engine.short(name)
	return (tostring(name or ""):gsub("^%a+_", ""))
end

-- Seconds since the game started; never goes back.
function engine.now()
	return engine.run(GetTimeSinceStart) or 0
end

-- A random name, version 4 of UUID.
function engine.uuid()
	local uuid = engine.ask(CRYPTMAN, "GenerateRandomUUID")
	if type(uuid) == "string" and #uuid >= 32 then return uuid end
	return (string.gsub("xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx", "x", function()
		return string.format("%x", math.random(0, 15))
	end))
end

-- SHA-1 in lower-case hex; nil where the game can't.
function engine.sha1(text)
	local bytes = engine.ask(CRYPTMAN, "SHA1String", text)
	return bytes and engine.run(BinaryToHex, bytes) or nil
end

function engine.preference(name)
	return engine.ask(PREFSMAN, "GetPreference", name)
end

function engine.broadcast(message)
	engine.ask(MESSAGEMAN, "Broadcast", message)
end

-- Name and version of the game and of its theme, as `ITGmania 1.2.0; Simply Love 5.8.1`.
function engine.description()
	local game = tostring(engine.run(ProductFamily) or "ITGmania") .. " " .. tostring(engine.run(ProductVersion) or "?")
	local theme = engine.ask(THEME, "GetThemeDisplayName") or engine.ask(THEME, "GetCurThemeName") or "?"
	return (game .. "; " .. tostring(theme)):gsub("[^%w%.%-_;()+ ]", "?"):sub(1, 120)
end

return engine
