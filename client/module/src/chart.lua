-- Which chart was played: by the hash that the theme has computed, if that is the hash of these steps. The theme keeps
-- the hash of the chart before when it can't read one.
local engine = require("engine")

local chart = {}

-- "dance-single" of "StepsType_Dance_Single", of "Dance_Single" and of itself.
local function plain(text)
	return (string.gsub(string.gsub(string.lower(tostring(text or "")), "^%a+type_", ""), "_", "-"))
end

local function difficulty(text) return string.lower(engine.short(text)) end

local function differs(known, own, same)
	return type(known) == "string" and known ~= "" and own ~= nil and same(known) ~= same(own)
end

local function exactly(text) return tostring(text) end

-- Folder of the song and name of the file, however the path is written.
local function fileOf(path)
	local text = string.lower(string.gsub(tostring(path), "\\", "/"))
	return string.match(text, "([^/]*/[^/]*)$") or text
end

-- {hash} of the chart that the player has played, or {problem}: `no-steps`, `no-hash`, `other-hash`.
function chart.of(player)
	local steps = engine.ask(GAMESTATE, "GetCurrentSteps", player)
	if not steps then return { problem = "no-steps" } end
	local streams = type(SL) == "table" and type(SL[engine.short(player)]) == "table" and SL[engine.short(player)].Streams
	local hash = type(streams) == "table" and streams.Hash
	if type(hash) ~= "string" or not string.find(hash, "^%x+$") or #hash ~= 16 then
		return { problem = "no-hash", steps = steps }
	end
	if differs(streams.Filename, engine.ask(steps, "GetFilename"), fileOf)
		or differs(streams.StepsType, engine.ask(steps, "GetStepsType"), plain)
		or differs(streams.Difficulty, engine.ask(steps, "GetDifficulty"), difficulty)
		or differs(streams.Description, engine.ask(steps, "GetDescription"), exactly) then
		return { problem = "other-hash", steps = steps }
	end
	return { hash = string.lower(hash), steps = steps, streams = streams }
end

return chart
