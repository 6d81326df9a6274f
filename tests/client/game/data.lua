-- The game's JSON encoder and ini reader, with their quirks.
local function character(code)
	if code < 0x10000 then return string.format("\\u%04x", code) end
	code = code - 0x10000
	return string.format("\\u%04x\\u%04x", 0xd800 + math.floor(code / 0x400), 0xdc00 + code % 0x400)
end

local plain = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local function text(value)
	local parts, at = {}, 1
	while at <= #value do
		local first = value:byte(at)
		local more = first >= 240 and 3 or first >= 224 and 2 or first >= 192 and 1 or 0
		local tail = value:match("^" .. string.rep("[\128-\191]", more), at + 1)
		if first < 128 then
			local byte = string.char(first)
			parts[#parts + 1] = plain[byte] or first < 32 and character(first) or byte
		elseif more > 0 and tail then
			local code = first % 2 ^ (6 - more)
			for i = 1, more do code = code * 64 + tail:byte(i) % 64 end
			parts[#parts + 1] = character(code)
		else
			parts[#parts + 1], more = "\\ufffd", 0
		end
		at = at + 1 + more
	end
	return '"' .. table.concat(parts) .. '"'
end

local function number(value)
	if value ~= value then return "null" end
	if value == math.huge then return "1e+9999" end
	if value == -math.huge then return "-1e+9999" end
	if value % 1 ~= 0 then return string.format("%.17g", value) end
	return math.abs(value) < 2 ^ 31 and string.format("%d", value) or string.format("%.0f.0", value)
end

local encode
local function members(value, indent)
	local parts = {}
	if #value > 0 then
		for i = 1, #value do parts[i] = encode(value[i], indent) end
		return "[", parts, "]"
	end
	if next(value) == nil then return "[", parts, "]" end
	for name, one in pairs(value) do
		assert(type(name) == "string", "number keys without [1]")
		parts[#parts + 1] = text(name) .. (indent and " : " or ":") .. encode(one, indent)
	end
	return "{", parts, "}"
end

function encode(value, indent)
	local kind = type(value)
	if kind == "nil" then return "null" end
	if kind == "boolean" then return tostring(value) end
	if kind == "number" then return number(value) end
	if kind == "string" then return text(value) end
	if kind ~= "table" then error("JsonEncode: a " .. kind) end
	local deeper = indent and indent .. "\t"
	local open, parts, close = members(value, deeper)
	if not indent or #parts == 0 then return open .. table.concat(parts, ",") .. close end
	return open .. "\n" .. deeper .. table.concat(parts, ",\n" .. deeper) .. "\n" .. indent .. close
end

function JsonEncode(value, minify) return encode(value, not minify and "" or nil) end

local function typed(value)
	if value == "true" or value == "false" then return value == "true" end
	return tonumber(value) or value
end

IniFile = { ReadFile = function(path)
	local file = RageFileUtil.CreateRageFile()
	if not file:Open(path, 1) then return {} end
	local read, section = {}, nil
	for line in (file:Read() or ""):gmatch("[^\r\n]+") do
		local name = line:match("^%[(.*)%]$")
		local key, value = line:match("^(.*)=(.*)$")
		if name then
			read[name] = read[name] or {}
			section = read[name]
		elseif key and section then
			section[key] = typed(value)
		end
	end
	return read
end }
