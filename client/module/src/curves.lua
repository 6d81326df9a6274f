-- The life bar and the notes per second, as lists of points, some at a time.
local engine = require("engine")
local json = require("json")

local curves = {}

local lifePoints = 100
local mostMeasures = 2000

-- A point is as much work as that many steps.
local stepsOfLife, stepsOfMeasure = 2, 4

-- Encodes `count` points, each as `text(i)` says. Call `work` with a number of steps until it gives how many of them
-- were not needed; `parts` are pieces of text to be joined then.
local function encoder(before, count, cost, text, after)
	local self = { parts = { before } }
	local at = 0
	function self.work(steps)
		local last = math.min(count, at + math.max(1, math.floor(steps / cost)))
		local texts = {}
		for i = at + 1, last do texts[#texts + 1] = text(i) end
		if #texts > 0 then self.parts[#self.parts + 1] = (at > 0 and "," or "") .. table.concat(texts, ",") end
		local left = steps - (last - at) * cost
		at = last
		if at < count then return nil end
		self.parts[#self.parts + 1] = after
		return left
	end
	return self
end

local emptyButCounting = 0.0001

-- `[{"x":song seconds,"y":0 to 1},…]`. The game keys its life record by real seconds since the first step: those of
-- this song begin at `from`. `ended`: see counted.lua; the bar is empty from there on, if at all.
function curves.life(stats, song, rate, from, ended)
	local first, last = engine.ask(song, "GetFirstSecond") or 0, engine.ask(song, "GetLastSecond") or 0
	local length = math.max(0, last - first)
	local stopped = ended and ended.stopped
	-- The point at which counting stopped is one of them.
	local count = type(engine.ask(stats, "GetLifeRecord", 0, 2)) == "table" and lifePoints - (stopped and 1 or 0) or 0
	local decimals = ended and 6 or 3
	local function second(i) return first + length * (i - 1) / (count - 1) end
	local function lifeAt(i)
		local record = engine.ask(stats, "GetLifeRecord", from + (second(i) - first) / rate, 2)
		local life = math.max(0, math.min(1, type(record) == "table" and tonumber(record[2]) or 0))
		if not ended then return life end
		if second(i) <= ended.at then return math.max(emptyButCounting, life) end
		return stopped and 0 or math.max(emptyButCounting, life)
	end
	local function point(x, y)
		return '{"x":' .. json.number(x, decimals) .. ',"y":' .. json.number(y, 4) .. "}"
	end
	local inserted = false
	return encoder("[", count, stepsOfLife, function(i)
		local text = point(second(i), lifeAt(i))
		if not stopped or inserted or (second(i) <= ended.at and i < count) then return text end
		inserted = true
		local empty = point(ended.at, 0)
		return second(i) <= ended.at and text .. "," .. empty or empty .. "," .. text
	end, "]")
end

-- `{"peakNPS":…,"points":[{"x":share of the song,"y":share of the peak,"nps":…,"measure":…},…]}`, or `[]` when the
-- theme has counted nothing.
function curves.notesPerSecond(streams, steps, song)
	local measures = type(streams) == "table" and streams.NPSperMeasure
	local peak = type(streams) == "table" and tonumber(streams.PeakNPS) or 0
	if type(measures) ~= "table" or #measures == 0 or peak <= 0 then return encoder("[", 0, 1, nil, "]") end
	local timing = engine.ask(steps, "GetTimingData")
	local last = engine.ask(song, "GetLastSecond") or 0
	local count = math.min(#measures, mostMeasures)
	return encoder('{"peakNPS":' .. json.number(peak, 3) .. ',"points":[', count, stepsOfMeasure, function(i)
		local at = engine.ask(timing, "GetElapsedTimeFromBeat", (i - 1) * 4)
		local share = at and last > 0 and at / last or (i - 1) / #measures
		local nps = tonumber(measures[i]) or 0
		return '{"x":' .. json.number(math.max(0, math.min(1, share)), 5)
			.. ',"y":' .. json.number(math.max(0, nps / peak), 4)
			.. ',"nps":' .. json.number(nps, 3) .. ',"measure":' .. i - 1 .. "}"
	end, "]}")
end

return curves
