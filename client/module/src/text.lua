-- What is shown, in the language of the game. English is inside; `Modules/Stepledger/<language>.ini` holds others, or
-- replaces some of it.
local english = require("english")
local engine = require("engine")
local files = require("files")
local ini = require("ini")

local text = {}

local sections = { "Verdict", "Reasons", "Light", "Panel", "Wheel" }

local translated
local function load()
	translated = {}
	local language = engine.ask(THEME, "GetCurLanguage")
	local folder = engine.ask(THEME, "GetCurrentThemeDirectory")
	if type(language) ~= "string" or type(folder) ~= "string" then return end
	local content = files.read(folder .. "Modules/Stepledger/" .. language .. ".ini")
	if not content then return end
	for _, section in ipairs(sections) do
		-- Keys of no section belong to all of them, and none stands there.
		for key, value in pairs(ini.read(content, section)) do translated[string.lower(section) .. "." .. key] = value end
	end
end

-- The text of this name, `section.key`, with `{word}` replaced by the value of that name.
function text.of(name, values)
	if not translated then engine.guarded("language", load)() end
	local found = translated[name] or english[name] or name
	return (string.gsub(found, "{(%w+)}", function(word)
		local value = values and values[word]
		return value ~= nil and tostring(value) or nil
	end))
end

return text
