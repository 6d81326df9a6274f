-- Forgiving reader of ini files: accepts a byte order mark, CRLF, surrounding blanks, quotes, and keys outside a
-- section. The game's own reader converts values to numbers and splits lines at the last `=`.
local ini = {}

local function trimmed(text) return (string.gsub(string.gsub(text, "^%s+", ""), "%s+$", "")) end

-- Returns the values of `section` and of keys before any section, by key in lower case.
function ini.read(content, section)
	local values, isInside = {}, true
	content = string.gsub(content or "", "^\239\187\191", "")
	for line in string.gmatch(content, "[^\r\n]+") do
		line = trimmed(line)
		local name = string.match(line, "^%[%s*(.-)%s*%]$")
		local key, value = string.match(line, "^([^=]-)%s*=%s*(.*)$")
		if name then
			isInside = string.lower(name) == string.lower(section)
		elseif key and isInside and not string.find(line, "^[;#]") and not string.find(line, "^//") then
			values[string.lower(trimmed(key))] = trimmed((string.gsub(value, '^"(.*)"$', "%1")))
		end
	end
	return values
end

return ini
