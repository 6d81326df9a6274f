-- Identifies the chart that was played by the theme's hash. When the theme can't parse a chart, it keeps the hash of
-- the previous one, so the hash is compared with the steps.
local engine = require("engine")
local files = require("files")

local chart = {}

-- Normalizes "StepsType_Dance_Single" and "Dance_Single" to "dance-single".
local function normalizedType(text)
	return (string.gsub(string.gsub(string.lower(tostring(text or "")), "^%a+type_", ""), "_", "-"))
end

local function normalizedDifficulty(text) return string.lower(engine.shortName(text)) end

local function differs(themeValue, gameValue, normalize)
	return type(themeValue) == "string" and themeValue ~= "" and gameValue ~= nil
		and normalize(themeValue) ~= normalize(gameValue)
end

local function asText(text) return tostring(text) end

-- Folder of the song and file name, independent of how the path is written.
local function fileOf(path)
	local text = string.lower(string.gsub(tostring(path), "\\", "/"))
	return string.match(text, "([^/]*/[^/]*)$") or text
end

local function streamsOf(player)
	local playerData = type(SL) == "table" and SL[engine.shortName(player)]
	return type(playerData) == "table" and playerData.Streams or nil
end

local function matchesSteps(streams, steps)
	return not (differs(streams.Filename, engine.call(steps, "GetFilename"), fileOf)
		or differs(streams.StepsType, engine.call(steps, "GetStepsType"), normalizedType)
		or differs(streams.Difficulty, engine.call(steps, "GetDifficulty"), normalizedDifficulty)
		or differs(streams.Description, engine.call(steps, "GetDescription"), asText))
end

-- The theme's parser never returns on an empty measure.
local function hasEmptyMeasure(steps)
	local text = files.read(engine.call(steps, "GetFilename") or "")
	if not text then return true end
	local plainText = string.gsub(string.gsub(text, "//[^\n]*", ""), "%s+", "")
	return string.find(plainText, ",,", 1, true) ~= nil or string.find(plainText, ":,", 1, true) ~= nil
end

-- Runs the theme's parser and restores the theme's data of the chart before. During a course the theme parses no charts
-- itself.
local function parse(player, steps)
	local playerData = type(SL) == "table" and SL[engine.shortName(player)]
	if type(playerData) ~= "table" or type(ParseChartInfo) ~= "function" or hasEmptyMeasure(steps) then return nil end
	local previous = playerData.Streams
	playerData.Streams = {}
	engine.callFunction(ParseChartInfo, steps, engine.shortName(player))
	local streams = playerData.Streams
	playerData.Streams = previous
	return streams
end

local function hasHash(streams)
	local hash = type(streams) == "table" and streams.Hash
	return type(hash) == "string" and #hash == 16 and string.find(hash, "^%x+$") ~= nil
end

-- Returns {hash, streams} of the steps that a player has played, or {problem}: `no-steps`, `no-hash` or `other-hash`.
function chart.identify(player, steps, isCourseSong)
	if not steps then return { problem = "no-steps" } end
	local streams = streamsOf(player)
	if isCourseSong and not (hasHash(streams) and matchesSteps(streams, steps)) then streams = parse(player, steps) end
	if not hasHash(streams) then return { problem = "no-hash" } end
	if not matchesSteps(streams, steps) then return { problem = "other-hash" } end
	return { hash = string.lower(streams.Hash), streams = streams }
end

-- Returns the path of the chart of a play.
function chart.pathOf(body) return "/v1/chart/" .. (string.match(body, '"hash":"(%x+)"') or "") end

return chart
