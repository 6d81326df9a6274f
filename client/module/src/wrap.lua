-- Word wrap.

-- Returns where to break a word that is longer than a line: after its last comma that fits, as in a list of hosts,
-- otherwise at the end of the line.
local function breakPosition(word, width)
	return #(string.match(string.sub(word, 1, width), "^.*,") or string.sub(word, 1, width))
end

-- Returns lines of at most `width` bytes.
return function(words, width)
	local lines, line = {}, ""
	for word in string.gmatch(words, "%S+") do
		while #word > width do
			if line ~= "" then
				lines[#lines + 1], line = line, ""
			end
			local position = breakPosition(word, width)
			lines[#lines + 1], word = string.sub(word, 1, position), string.sub(word, position + 1)
		end
		if line == "" then line = word
		elseif #line + 1 + #word <= width then line = line .. " " .. word
		else lines[#lines + 1], line = line, word end
	end
	if line ~= "" then lines[#lines + 1] = line end
	return lines
end
