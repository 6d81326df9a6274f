-- Texts in the language of the game. English is built in; `Modules/Stepledger/<language>.ini` overrides it.
local english = require("english")
local engine = require("engine")
local files = require("files")
local ini = require("ini")

local text = {}

local sections = { "Verdict", "Reasons", "Light", "Link", "Panel", "Wheel" }

local translated
local function loadTranslation()
	translated = {}
	local language = engine.call(THEME, "GetCurLanguage")
	local folder = engine.call(THEME, "GetCurrentThemeDirectory")
	if type(language) ~= "string" or type(folder) ~= "string" then return end
	local content = files.read(folder .. "Modules/Stepledger/" .. language .. ".ini")
	if not content then return end
	for _, section in ipairs(sections) do
		-- ini.read also returns keys outside any section; a language file has none.
		for key, value in pairs(ini.read(content, section)) do translated[string.lower(section) .. "." .. key] = value end
	end
end

-- Returns the text `section.key` with each `{name}` replaced by `values.name`. Returns the key itself if there is no
-- such text.
function text.get(name, values)
	if not translated then engine.guarded("language", loadTranslation)() end
	local template = translated[name] or english[name] or name
	return (string.gsub(template, "{(%w+)}", function(placeholder)
		local value = values and values[placeholder]
		return value ~= nil and tostring(value) or nil
	end))
end

-- Formats a number as `53,856`.
function text.number(number)
	local digits, replaced = tostring(math.floor(tonumber(number) or 0)), 0
	repeat digits, replaced = string.gsub(digits, "^(%d+)(%d%d%d)", "%1,%2") until replaced == 0
	return digits
end

-- Returns the short name of a board. "HardEX" becomes "H.EX".
function text.boardName(kind) return kind == "HardEX" and "H.EX" or tostring(kind) end

return text
