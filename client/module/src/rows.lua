-- The steps of a play as JSON, some at a time: a long play would hold up the picture.
local rows = {}

local format = string.format

-- A machine set to another language may print a comma.
local comma = string.find(format("%.1f", 0.5), ",", 1, true) ~= nil

local function pair(pattern, ...)
	local text = format(pattern, ...)
	return comma and string.gsub(string.gsub(text, ",", "."), " ", ",") or string.gsub(text, " ", ",", 1)
end

-- Whatever is no number is a miss: themes say which arrow, or more.
local function row(time, offset)
	if type(offset) ~= "number" or offset ~= offset or offset == math.huge or offset == -math.huge then
		return (pair('[%.6f "Miss"]', time))
	end
	-- Nothing that is printed as -0: it reads as another number.
	if offset > -5e-7 and offset < 5e-7 then offset = 0 end
	return (pair("[%.6f %.6f]", time, offset))
end

-- Encodes `steps`, which the theme lists as {song second, offset in seconds or a text that begins with Miss, …}. Call `work` until it returns true;
-- `text` gives the list then.
function rows.encoder(steps)
	local self = { steps = steps, parts = {}, at = 0, time = 0 }

	-- The next `count` steps. Whether that were all.
	function self.work(count)
		local steps, parts = self.steps, self.parts
		local last = math.min(#steps, self.at + count)
		for i = self.at + 1, last do
			local step = steps[i]
			local time = type(step) == "table" and step[1]
			-- A time that is none is that of the step before, so that the play is not refused for it.
			if type(time) == "number" and time == time and time < 1e9 and time > -1e9 then self.time = time end
			parts[i] = row(self.time, type(step) == "table" and step[2])
		end
		self.at = last
		return last == #steps
	end

	function self.text() return "[" .. table.concat(self.parts, ",") .. "]" end

	return self
end

return rows
