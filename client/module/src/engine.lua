-- Access to the game's API. Everything is looked up when it is called, because older versions of the game lack some of
-- it.
local engine = {
	players = { "PlayerNumber_P1", "PlayerNumber_P2" },
	-- By controller: the player of that side.
	playerOf = { GameController_1 = "PlayerNumber_P1", GameController_2 = "PlayerNumber_P2" },
}

function engine.trace(...)
	if type(Trace) ~= "function" then return end
	local parts = { "Stepledger:" }
	for i = 1, select("#", ...) do parts[#parts + 1] = tostring((select(i, ...))) end
	Trace(table.concat(parts, " "))
end

-- Wraps a function: an error is written to the game's log, and the call returns nil.
function engine.guarded(what, func)
	return function(...)
		local ok, value = pcall(func, ...)
		if ok then return value end
		engine.trace(what, "failed:", value)
		return nil
	end
end

local function member(object, name) return object[name] end

-- Calls object:name(...). Returns nil if there is no such object or method, or if it throws.
function engine.call(object, name, ...)
	if object == nil then return nil end
	local found, method = pcall(member, object, name)
	if not found or type(method) ~= "function" then return nil end
	local ok, value = pcall(method, object, ...)
	if ok then return value end
	engine.trace(name, "failed:", value)
	return nil
end

-- Calls a global function of the game. Returns nil if it does not exist or throws.
function engine.callFunction(func, ...)
	if type(func) ~= "function" then return nil end
	local ok, value = pcall(func, ...)
	if ok then return value end
	return nil
end

function engine.isJoined(player) return engine.call(GAMESTATE, "IsHumanPlayer", player) == true end

-- "P1" of "PlayerNumber_P1", "Challenge" of "Difficulty_Challenge".
function engine.shortName(name)
	return (tostring(name or ""):gsub("^%a+_", ""))
end

-- Seconds since the game started; never goes back.
function engine.uptime()
	return engine.callFunction(GetTimeSinceStart) or 0
end

-- Returns a random UUID, version 4.
function engine.uuid()
	local uuid = engine.call(CRYPTMAN, "GenerateRandomUUID")
	if type(uuid) == "string" and #uuid >= 32 then return uuid end
	return (string.gsub("xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx", "x", function()
		return string.format("%x", math.random(0, 15))
	end))
end

-- Returns SHA-1 in lower-case hex; nil if the game has no SHA-1.
function engine.sha1(text)
	local bytes = engine.call(CRYPTMAN, "SHA1String", text)
	return bytes and engine.callFunction(BinaryToHex, bytes) or nil
end

function engine.preference(name)
	return engine.call(PREFSMAN, "GetPreference", name)
end

function engine.broadcast(message)
	engine.call(MESSAGEMAN, "Broadcast", message)
end

-- Name and version of the game and of its theme, as `ITGmania 1.2.0; Simply Love 5.8.1`.
function engine.description()
	local game = tostring(engine.callFunction(ProductFamily) or "ITGmania") .. " "
		.. tostring(engine.callFunction(ProductVersion) or "?")
	local theme = engine.call(THEME, "GetThemeDisplayName") or engine.call(THEME, "GetCurThemeName") or "?"
	return (game .. "; " .. tostring(theme)):gsub("[^%w%.%-_;()+ ]", "?"):sub(1, 120)
end

return engine
