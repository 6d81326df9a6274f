-- Encodes the steps of a play as JSON over several frames.
local json = require("json")

local rows = {}

local format = string.format

-- With a decimal comma, fields are separated by blanks at first: the commas become points, then the blanks become
-- commas.
local missPattern = json.hasDecimalComma and '[%.6f "Miss"]' or '[%.6f,"Miss"]'
local hitPattern = json.hasDecimalComma and "[%.6f %.6f]" or "[%.6f,%.6f]"
local function toJson(text)
	return json.hasDecimalComma and (string.gsub(string.gsub(text, ",", "."), " ", ",")) or text
end

-- Any offset that is not a number is a miss: some themes append the arrow to "Miss".
local function row(time, offset)
	if type(offset) ~= "number" or offset ~= offset or offset == math.huge or offset == -math.huge then
		return toJson(format(missPattern, time))
	end
	-- Avoids -0, which parses as another number than 0.
	if offset > -5e-7 and offset < 5e-7 then offset = 0 end
	return toJson(format(hitPattern, time, offset))
end

-- Encodes `steps`, the theme's list of {song second, offset in seconds or a text that begins with Miss, …}. Call `work`
-- with a budget in steps until it returns how much of it is left; then `parts` has the pieces of text to concatenate.
-- `counted`: see counted-rows.lua. Rows that were judged in the same frame as the last row that counts have its time;
-- they are moved behind it by microseconds.
function rows.encoder(steps, counted)
	local self = { parts = {} }
	local encoded, time = 0, 0

	function self.work(count)
		local last = math.min(#steps, encoded + count)
		local texts = {}
		for i = encoded + 1, last do
			local step = steps[i]
			local stepTime = type(step) == "table" and step[1]
			-- An invalid time is replaced by that of the previous step, so that the server accepts the play.
			if type(stepTime) == "number" and stepTime == stepTime and stepTime < 1e9 and stepTime > -1e9 then time = stepTime end
			local sentTime = counted and i > counted.rows and math.max(time, counted.at) or time
			texts[#texts + 1] = row(sentTime, type(step) == "table" and step[2])
		end
		local left = count - (last - encoded)
		if #texts > 0 then self.parts[#self.parts + 1] = (encoded > 0 and "," or "[") .. table.concat(texts, ",") end
		encoded = last
		if encoded < #steps then return nil end
		self.parts[#self.parts + 1] = "]"
		return left
	end

	return self
end

return rows
