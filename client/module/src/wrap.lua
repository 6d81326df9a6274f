-- Breaks words into lines.

-- Where to break a word that is too long: behind a comma, as in a list of hosts, or anywhere.
local function breakOf(word, letters)
	return #(string.match(string.sub(word, 1, letters), "^.*,") or string.sub(word, 1, letters))
end

-- The words in lines of a given width in letters, broken at blanks.
return function(words, letters)
	local lines, line = {}, ""
	for word in string.gmatch(words, "%S+") do
		while #word > letters do
			if line ~= "" then
				lines[#lines + 1], line = line, ""
			end
			local at = breakOf(word, letters)
			lines[#lines + 1], word = string.sub(word, 1, at), string.sub(word, at + 1)
		end
		if line == "" then line = word
		elseif #line + 1 + #word <= letters then line = line .. " " .. word
		else lines[#lines + 1], line = line, word end
	end
	if line ~= "" then lines[#lines + 1] = line end
	return lines
end
