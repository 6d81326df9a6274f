-- Which chart was played: by the hash that the theme has computed, if that is the hash of these steps. The theme keeps
-- the hash of the chart before when it can't read one.
local engine = require("engine")
local files = require("files")

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

local function streamsOf(player)
	local own = type(SL) == "table" and SL[engine.short(player)]
	return type(own) == "table" and own.Streams or nil
end

local function isOf(streams, steps)
	return not (differs(streams.Filename, engine.ask(steps, "GetFilename"), fileOf)
		or differs(streams.StepsType, engine.ask(steps, "GetStepsType"), plain)
		or differs(streams.Difficulty, engine.ask(steps, "GetDifficulty"), difficulty)
		or differs(streams.Description, engine.ask(steps, "GetDescription"), exactly))
end

-- The theme's parser never ends with a measure that has no line.
local function hasEmptyMeasure(steps)
	local text = files.read(engine.ask(steps, "GetFilename") or "")
	if not text then return true end
	local plainText = string.gsub(string.gsub(text, "//[^\n]*", ""), "%s+", "")
	return string.find(plainText, ",,", 1, true) ~= nil or string.find(plainText, ":,", 1, true) ~= nil
end

-- Has the theme read the steps, as it does on the song wheel, and puts back what it knew before: during a course it
-- reads none.
local function read(player, steps)
	local own = type(SL) == "table" and SL[engine.short(player)]
	if type(own) ~= "table" or type(ParseChartInfo) ~= "function" or hasEmptyMeasure(steps) then return nil end
	local before = own.Streams
	own.Streams = {}
	engine.run(ParseChartInfo, steps, engine.short(player))
	local streams = own.Streams
	own.Streams = before
	return streams
end

local function known(streams)
	local hash = type(streams) == "table" and streams.Hash
	return type(hash) == "string" and #hash == 16 and string.find(hash, "^%x+$") ~= nil
end

-- {hash, streams} of the steps that a player has played, or {problem}: `no-steps`, `no-hash`, `other-hash`. `ofCourse`:
-- they were part of a course.
function chart.of(player, steps, ofCourse)
	if not steps then return { problem = "no-steps" } end
	local streams = streamsOf(player)
	if ofCourse and not (known(streams) and isOf(streams, steps)) then streams = read(player, steps) end
	if not known(streams) then return { problem = "no-hash" } end
	if not isOf(streams, steps) then return { problem = "other-hash" } end
	return { hash = string.lower(streams.Hash), streams = streams }
end

return chart
