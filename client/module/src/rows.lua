-- The steps of a play as JSON, some at a time: a long play would hold up the picture.
local rows = {}

local format = string.format

-- A machine set to another language may print a comma.
local comma = string.find(format("%.1f", 0.5), ",", 1, true) ~= nil

-- Of patterns that separate by blanks, and of those that separate by commas where the machine prints none.
local miss = comma and '[%.6f "Miss"]' or '[%.6f,"Miss"]'
local hit = comma and "[%.6f %.6f]" or "[%.6f,%.6f]"
local function plain(text)
	return comma and (string.gsub(string.gsub(text, ",", "."), " ", ",")) or text
end

-- Whatever is no number is a miss: themes say which arrow, or more.
local function row(time, offset)
	if type(offset) ~= "number" or offset ~= offset or offset == math.huge or offset == -math.huge then
		return plain(format(miss, time))
	end
	-- Nothing that is printed as -0: it reads as another number.
	if offset > -5e-7 and offset < 5e-7 then offset = 0 end
	return plain(format(hit, time, offset))
end

-- Encodes `steps`, which the theme lists as {song second, offset in seconds or a text that begins with Miss, …}. Call
-- `work` with a number of steps until it gives how many of them were not needed; the list is then in `parts`, pieces of
-- text to be joined. `ended`: see counted.lua; what was judged in the same frame as the last row that counts has its
-- time, and is moved behind it by microseconds.
function rows.encoder(steps, ended)
	local self = { parts = {} }
	local at, time = 0, 0

	function self.work(count)
		local last = math.min(#steps, at + count)
		local texts = {}
		for i = at + 1, last do
			local step = steps[i]
			local told = type(step) == "table" and step[1]
			-- A time that is none is that of the step before, so that the play is not refused for it.
			if type(told) == "number" and told == told and told < 1e9 and told > -1e9 then time = told end
			local shown = ended and i > ended.rows and math.max(time, ended.at) or time
			texts[#texts + 1] = row(shown, type(step) == "table" and step[2])
		end
		local left = count - (last - at)
		if #texts > 0 then self.parts[#self.parts + 1] = (at > 0 and "," or "[") .. table.concat(texts, ",") end
		at = last
		if at < #steps then return nil end
		self.parts[#self.parts + 1] = "]"
		return left
	end

	return self
end

return rows
