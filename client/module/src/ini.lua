-- Forgiving reader of ini files: accepts a byte order mark, CRLF, surrounding blanks, quotes, and keys outside a
-- section. The game's own reader converts values to numbers and splits lines at the last `=`.
local ini = {}

local function trimmed(text) return (string.gsub(string.gsub(text, "^%s+", ""), "%s+$", "")) end

local function withoutMark(content) return (string.gsub(content or "", "^\239\187\191", "")) end

-- Returns the name of the section that a line begins, in lower case; or nil and its key, in lower case, and value.
local function parse(line)
	line = trimmed(line)
	local name = string.match(line, "^%[%s*(.-)%s*%]$")
	if name then return string.lower(name) end
	if string.find(line, "^[;#]") or string.find(line, "^//") then return nil end
	local key, value = string.match(line, "^([^=]-)%s*=%s*(.*)$")
	return nil, key and string.lower(trimmed(key)), value
end

-- Returns the values of `section` and of keys before any section, by key in lower case.
function ini.read(content, section)
	local values, isInside = {}, true
	for line in string.gmatch(withoutMark(content), "[^\r\n]+") do
		local name, key, value = parse(line)
		if name then
			isInside = name == string.lower(section)
		elseif key and isInside then
			values[key] = trimmed((string.gsub(value, '^"(.*)"$', "%1")))
		end
	end
	return values
end

-- Returns the content with the lines `added` in `section`, instead of those with the keys `replaced`, a set in lower
-- case. All other lines are kept.
function ini.set(content, section, added, replaced)
	content = withoutMark(content)
	local lineBreak = string.find(content, "\r\n", 1, true) and "\r\n" or "\n"
	content = string.gsub(string.gsub(content, "\r\n?", "\n"), "\n$", "")
	local lines, position, isInside = {}, nil, true
	for line in string.gmatch(content == "" and "" or content .. "\n", "(.-)\n") do
		local name, key = parse(line)
		if name then isInside = name == string.lower(section) end
		if not (key and isInside and replaced[key]) then lines[#lines + 1] = line end
		if name and isInside and not position then position = #lines end
	end
	if not position then
		lines[#lines + 1] = "[" .. section .. "]"
		position = #lines
	end
	for i, line in ipairs(added) do table.insert(lines, position + i, line) end
	return table.concat(lines, lineBreak) .. lineBreak
end

return ini
