-- Reads an ini file as people leave it behind: with a byte order mark, Windows line ends, blanks, quotes, keys outside
-- a section. The game's own reader turns keys into numbers and loses whatever stands behind a second `=`.
local ini = {}

local function trimmed(text) return (string.gsub(string.gsub(text, "^%s+", ""), "%s+$", "")) end

-- All keys in lower case, of `section` and of no section.
function ini.read(content, section)
	local values, inside = {}, true
	content = string.gsub(content or "", "^\239\187\191", "")
	for line in string.gmatch(content, "[^\r\n]+") do
		line = trimmed(line)
		local name = string.match(line, "^%[%s*(.-)%s*%]$")
		local key, value = string.match(line, "^([^=]-)%s*=%s*(.*)$")
		if name then
			inside = string.lower(name) == string.lower(section)
		elseif key and inside and not string.find(line, "^[;#]") and not string.find(line, "^//") then
			values[string.lower(trimmed(key))] = trimmed((string.gsub(value, '^"(.*)"$', "%1")))
		end
	end
	return values
end

return ini
