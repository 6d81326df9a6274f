-- The life bar and the notes per second, as lists of points.
local engine = require("engine")
local json = require("json")

local curves = {}

local lifePoints = 100
local mostMeasures = 2000

-- `[{"x":song seconds,"y":0 to 1},…]`.
function curves.life(stats, song)
	local last = engine.ask(song, "GetLastSecond") or 0
	local record = engine.ask(stats, "GetLifeRecord", last, lifePoints)
	if type(record) ~= "table" then return "[]" end
	local points = {}
	for i = 1, #record do
		local life = tonumber(record[i]) or 0
		points[i] = '{"x":' .. json.number(last * (i - 1) / math.max(1, #record - 1), 3)
			.. ',"y":' .. json.number(math.max(0, math.min(1, life)), 4) .. "}"
	end
	return "[" .. table.concat(points, ",") .. "]"
end

-- `{"peakNPS":…,"points":[{"x":share of the song,"y":share of the peak,"nps":…,"measure":…},…]}`, or `[]` when the theme has counted nothing.
function curves.notesPerSecond(streams, steps, song)
	local measures = type(streams) == "table" and streams.NPSperMeasure
	local peak = type(streams) == "table" and tonumber(streams.PeakNPS) or 0
	if type(measures) ~= "table" or #measures == 0 or peak <= 0 then return "[]" end
	local timing = engine.ask(steps, "GetTimingData")
	local last = engine.ask(song, "GetLastSecond") or 0
	local points = {}
	for i = 1, math.min(#measures, mostMeasures) do
		local at = engine.ask(timing, "GetElapsedTimeFromBeat", (i - 1) * 4)
		local share = at and last > 0 and at / last or (i - 1) / #measures
		local nps = tonumber(measures[i]) or 0
		points[#points + 1] = '{"x":' .. json.number(math.max(0, math.min(1, share)), 5)
			.. ',"y":' .. json.number(math.max(0, nps / peak), 4)
			.. ',"nps":' .. json.number(nps, 3) .. ',"measure":' .. i - 1 .. "}"
	end
	return '{"peakNPS":' .. json.number(peak, 3) .. ',"points":[' .. table.concat(points, ",") .. "]}"
end

return curves
