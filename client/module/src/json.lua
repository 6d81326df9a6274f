-- JSON encoding and decoding. The game's JsonEncode can't be spread over frames and writes infinities and large
-- integers in its own way, so only its JsonDecode is used.
local json = {}

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function escaped(character)
	return escapes[character] or string.format("\\u%04x", string.byte(character))
end

local replacement = "\239\191\189"

-- Replaces every byte that is not part of valid UTF-8 by U+FFFD.
local function toValidUtf8(text)
	if not string.find(text, "[\128-\255]") then return text end
	local parts, position, length = {}, 1, #text
	while position <= length do
		local lead = string.byte(text, position)
		local size = lead < 128 and 1 or lead >= 194 and lead < 224 and 2 or lead >= 224 and lead < 240 and 3
			or lead >= 240 and lead < 245 and 4 or 0
		local isValid = size > 0 and position + size - 1 <= length
		for i = position + 1, isValid and position + size - 1 or position do
			local byte = string.byte(text, i)
			if byte < 128 or byte > 191 then isValid = false end
		end
		local second = isValid and size > 2 and string.byte(text, position + 1) or 0
		-- Overlong encodings, surrogates, and code points above U+10FFFF.
		if isValid and (lead == 224 and second < 160 or lead == 237 and second > 159
			or lead == 240 and second < 144 or lead == 244 and second > 143) then isValid = false end
		parts[#parts + 1] = isValid and string.sub(text, position, position + size - 1) or replacement
		position = position + (isValid and size or 1)
	end
	return table.concat(parts)
end

function json.text(text)
	return '"' .. string.gsub(toValidUtf8(tostring(text or "")), '[%z\1-\31"\\\127]', escaped) .. '"'
end

-- Some locales print numbers with a decimal comma.
json.hasDecimalComma = string.find(string.format("%.1f", 0.5), ",", 1, true) ~= nil

-- Encodes a number with at most `decimals` decimals. NaN, infinities and other types become null.
function json.number(number, decimals)
	if type(number) ~= "number" or number ~= number or number == math.huge or number == -math.huge then return "null" end
	local text = string.format("%." .. (decimals or 0) .. "f", number)
	if json.hasDecimalComma then text = string.gsub(text, ",", ".") end
	if string.find(text, ".", 1, true) then text = string.gsub(string.gsub(text, "0+$", ""), "%.$", "") end
	return text == "-0" and "0" or text
end

local listMark = {}

-- Marks a table as a list, so that an empty one is encoded as `[]`.
function json.list(items) return setmetatable(items, listMark) end

-- Encodes a value. Tables become objects unless they are marked by `json.list`. Keys are sorted, so that the output is
-- deterministic.
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

-- Decodes JSON. Returns nil if the text is invalid.
function json.decode(text)
	if type(text) ~= "string" or type(JsonDecode) ~= "function" then return nil end
	local ok, value = pcall(JsonDecode, text)
	if ok then return value end
	return nil
end

return json
