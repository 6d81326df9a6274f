-- JSON as it is sent. The game's JsonEncode can't be spread over frames and prints what no other reader takes; its
-- JsonDecode reads answers.
local json = {}

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function escaped(character)
	return escapes[character] or string.format("\\u%04x", string.byte(character))
end

local replacement = "\239\191\189"

-- The text with every byte that is no part of a character in UTF-8 replaced.
local function utf8(text)
	if not string.find(text, "[\128-\255]") then return text end
	local parts, at, length = {}, 1, #text
	while at <= length do
		local first = string.byte(text, at)
		local size = first < 128 and 1 or first >= 194 and first < 224 and 2 or first >= 224 and first < 240 and 3
			or first >= 240 and first < 245 and 4 or 0
		local whole = size > 0 and at + size - 1 <= length
		for i = at + 1, whole and at + size - 1 or at do
			local byte = string.byte(text, i)
			if byte < 128 or byte > 191 then whole = false end
		end
		local second = whole and size > 2 and string.byte(text, at + 1) or 0
		-- Longer than need be, half of a surrogate pair, or beyond the last character.
		if whole and (first == 224 and second < 160 or first == 237 and second > 159
			or first == 240 and second < 144 or first == 244 and second > 143) then whole = false end
		parts[#parts + 1] = whole and string.sub(text, at, at + size - 1) or replacement
		at = at + (whole and size or 1)
	end
	return table.concat(parts)
end

function json.text(text)
	return '"' .. string.gsub(utf8(tostring(text or "")), '[%z\1-\31"\\\127]', escaped) .. '"'
end

-- A machine set to another language may print a comma.
local comma = string.find(string.format("%.1f", 0.5), ",", 1, true) ~= nil

-- The number with at most `decimals` decimals; null when it is none.
function json.number(number, decimals)
	if type(number) ~= "number" or number ~= number or number == math.huge or number == -math.huge then return "null" end
	local text = string.format("%." .. (decimals or 0) .. "f", number)
	if comma then text = string.gsub(text, ",", ".") end
	if string.find(text, ".", 1, true) then text = string.gsub(string.gsub(text, "0+$", ""), "%.$", "") end
	return text == "-0" and "0" or text
end

local listMark = {}

-- Marks a table as a list, so that an empty one is not taken for an object.
function json.list(items) return setmetatable(items, listMark) end

-- A small value: nested tables have names, or were marked by `list`. Names in the order of their letters, so that the
-- text is the same again.
function json.value(value)
	local kind = type(value)
	if kind == "string" then return json.text(value) end
	if kind == "number" then return json.number(value, 6) end
	if kind == "boolean" then return tostring(value) end
	if kind ~= "table" then return "null" end
	local parts = {}
	if getmetatable(value) == listMark then
		for i = 1, #value do parts[i] = json.value(value[i]) end
		return "[" .. table.concat(parts, ",") .. "]"
	end
	local names = {}
	for name in pairs(value) do names[#names + 1] = tostring(name) end
	table.sort(names)
	for i = 1, #names do parts[i] = json.text(names[i]) .. ":" .. json.value(value[names[i]]) end
	return "{" .. table.concat(parts, ",") .. "}"
end

-- What the text says, or nil when it is no JSON.
function json.decode(text)
	if type(text) ~= "string" or type(JsonDecode) ~= "function" then return nil end
	local done, value = pcall(JsonDecode, text)
	if done then return value end
	return nil
end

return json
