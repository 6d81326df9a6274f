-- Encodes the life bar and the notes per second as lists of points over several frames.
local engine = require("engine")
local json = require("json")

local curves = {}

local lifePoints = 100
local maxMeasures = 2000

-- Cost of a point in steps of the frame budget.
local stepsOfLife, stepsOfMeasure = 2, 4

-- Encodes `count` points by `text(i)`. Call `work` with a budget in steps until it returns how much of it is left; then
-- `parts` has the pieces of text to concatenate.
local function encoder(opening, count, stepsPerPoint, text, closing)
	local self = { parts = { opening } }
	local encoded = 0
	function self.work(steps)
		local last = math.min(count, encoded + math.max(1, math.floor(steps / stepsPerPoint)))
		local texts = {}
		for i = encoded + 1, last do texts[#texts + 1] = text(i) end
		if #texts > 0 then self.parts[#self.parts + 1] = (encoded > 0 and "," or "") .. table.concat(texts, ",") end
		local left = steps - (last - encoded) * stepsPerPoint
		encoded = last
		if encoded < count then return nil end
		self.parts[#self.parts + 1] = closing
		return left
	end
	return self
end

-- For an empty bar where rows still count: the server stops counting at 0.
local minCountingLife = 0.0001

-- Returns an encoder of `[{"x":song second,"y":0 to 1},…]`. The game keys its life record by real seconds since the
-- first step; this song begins at `from`. `counted`: see counted-rows.lua.
function curves.life(stats, song, rate, from, counted)
	local first, last = engine.call(song, "GetFirstSecond") or 0, engine.call(song, "GetLastSecond") or 0
	local length = math.max(0, last - first)
	local stopped = counted and counted.stopped
	-- One of the points is the one at which counting stopped.
	local count = type(engine.call(stats, "GetLifeRecord", 0, 2)) == "table" and lifePoints - (stopped and 1 or 0) or 0
	local decimals = counted and 6 or 3
	local function second(i) return first + length * (i - 1) / (count - 1) end
	local function lifeAt(i)
		local record = engine.call(stats, "GetLifeRecord", from + (second(i) - first) / rate, 2)
		local life = math.max(0, math.min(1, type(record) == "table" and tonumber(record[2]) or 0))
		if not counted then return life end
		if second(i) <= counted.at then return math.max(minCountingLife, life) end
		return stopped and 0 or math.max(minCountingLife, life)
	end
	local function point(x, y)
		return '{"x":' .. json.number(x, decimals) .. ',"y":' .. json.number(y, 4) .. "}"
	end
	local isInserted = false
	return encoder("[", count, stepsOfLife, function(i)
		local text = point(second(i), lifeAt(i))
		if not stopped or isInserted or (second(i) <= counted.at and i < count) then return text end
		isInserted = true
		local empty = point(counted.at, 0)
		return second(i) <= counted.at and text .. "," .. empty or empty .. "," .. text
	end, "]")
end

-- Returns an encoder of `{"peakNPS":…,"points":[{"x":share of the song,"y":share of the peak,"nps":…,"measure":…},…]}`,
-- or of `[]` if the theme has no counts.
function curves.notesPerSecond(streams, steps, song)
	local measures = type(streams) == "table" and streams.NPSperMeasure
	local peak = type(streams) == "table" and tonumber(streams.PeakNPS) or 0
	if type(measures) ~= "table" or #measures == 0 or peak <= 0 then return encoder("[", 0, 1, nil, "]") end
	local timing = engine.call(steps, "GetTimingData")
	local last = engine.call(song, "GetLastSecond") or 0
	local count = math.min(#measures, maxMeasures)
	return encoder('{"peakNPS":' .. json.number(peak, 3) .. ',"points":[', count, stepsOfMeasure, function(i)
		local second = engine.call(timing, "GetElapsedTimeFromBeat", (i - 1) * 4)
		local share = second and last > 0 and second / last or (i - 1) / #measures
		local nps = tonumber(measures[i]) or 0
		return '{"x":' .. json.number(math.max(0, math.min(1, share)), 5)
			.. ',"y":' .. json.number(math.max(0, nps / peak), 4)
			.. ',"nps":' .. json.number(nps, 3) .. ',"measure":' .. i - 1 .. "}"
	end, "]}")
end

return curves
