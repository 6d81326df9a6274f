-- The game's API as far as modules call it, with the quirks of the real one. The test provides the functions `host…`.
local host = {
	open = hostOpen, read = hostRead, write = hostWrite, close = hostClose, seek = hostSeek, tell = hostTell, exists = hostExists,
	send = hostSend, uuid = hostUuid, sha1 = hostSha1, localTime = hostLocalTime, trace = hostTrace,
}
for name in pairs(host) do _G["host" .. name:sub(1, 1):upper() .. name:sub(2)] = nil end

-- The game removes these from Lua.
os, io, package, require = nil, nil, nil, nil

-- State of the game, set by the test: see world.ts.
world = { up = 0, players = {}, preferences = {} }

function Trace(text) host.trace(text) end
function GetTimeSinceStart() return world.up end
function ProductFamily() return "ITGmania" end
function ProductVersion() return world.version or "0.9.0" end
local function now(nth) return function() return tonumber(string.match(host.localTime(), string.rep("%d+%D", nth) .. "(%d+)")) end end
Year, DayOfMonth, Hour, Minute, Second = now(0), now(2), now(3), now(4), now(5)
function MonthOfYear() return now(1)() - 1 end

CRYPTMAN = {
	GenerateRandomUUID = function() return host.uuid() end,
	SHA1String = function(_, text)
		return (host.sha1(text):gsub("%x%x", function(hex) return string.char(tonumber(hex, 16)) end))
	end,
}
function BinaryToHex(bytes)
	return (bytes:gsub(".", function(byte) return string.format("%02x", byte:byte()) end))
end

-- Null becomes nil; invalid JSON throws.
function JsonDecode(text)
	local at = 1
	local value
	local function fail() error("JSON: unexpected character at " .. at) end
	local function skip() at = text:find("[^ \t\r\n]", at) or #text + 1 end
	local function word()
		local parts = {}
		at = at + 1
		while true do
			local from = at
			at = text:find('["\\]', at) or fail()
			parts[#parts + 1] = text:sub(from, at - 1)
			if text:sub(at, at) == '"' then
				at = at + 1
				return table.concat(parts)
			end
			local escape = text:sub(at + 1, at + 1)
			local plain = ({ n = "\n", r = "\r", t = "\t", b = "\b", f = "\f" })[escape]
			if escape == "u" then
				local code = tonumber(text:sub(at + 2, at + 5), 16) or fail()
				parts[#parts + 1] = code < 128 and string.char(code) or "?"
				at = at + 6
			else
				parts[#parts + 1] = plain or escape
				at = at + 2
			end
		end
	end
	local function members(close, read)
		at = at + 1
		skip()
		if text:sub(at, at) == close then at = at + 1 return end
		while true do
			read()
			skip()
			local mark = text:sub(at, at)
			at = at + 1
			if mark == close then return end
			if mark ~= "," then fail() end
			skip()
		end
	end
	function value()
		skip()
		local first = text:sub(at, at)
		if first == '"' then return word() end
		if first == "{" then
			local object = {}
			members("}", function()
				if text:sub(at, at) ~= '"' then fail() end
				local name = word()
				skip()
				if text:sub(at, at) ~= ":" then fail() end
				at = at + 1
				object[name] = value()
			end)
			return object
		end
		if first == "[" then
			local list, count = {}, 0
			members("]", function()
				count = count + 1
				list[count] = value()
			end)
			return list
		end
		for literal, meant in pairs({ ["true"] = { true }, ["false"] = { false }, ["null"] = {} }) do
			if text:sub(at, at + #literal - 1) == literal then
				at = at + #literal
				return meant[1]
			end
		end
		local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
		if not number then fail() end
		at = at + #number
		return tonumber(number)
	end
	local decoded = value()
	skip()
	if at <= #text then fail() end
	return decoded
end

-- Files: mode 2 writes a temporary file that is renamed on Close; a read ends at the first NUL. Files can't be appended
-- to or removed.
local File = {}
File.__index = File
function File:Open(path, mode)
	self.handle = host.open(path, mode)
	return self.handle ~= nil
end
function File:Read() return host.read(self.handle) end
function File:Write(text) return host.write(self.handle, text) end
function File:Seek(at) return host.seek(self.handle, at) end
function File:Tell() return host.tell(self.handle) end
function File:GetError() return "" end
function File:Close() if self.handle then host.close(self.handle) end end
function File:destroy() self.handle = nil end
RageFileUtil = { CreateRageFile = function() return setmetatable({}, File) end }
FILEMAN = { DoesFileExist = function(_, path) return host.exists(path) end }

-- The list is split at commas and not trimmed; `*.x.y` does not match `x.y`; ports are ignored.
local function allowed(url)
	if world.preferences.HttpEnabled == false then return false end
	local name = (url:match("^%a+://([^/:]+)") or ""):lower()
	for entry in ((world.preferences.HttpAllowHosts or "*.groovestats.com") .. ","):gmatch("([^,]*),") do
		entry = entry:lower()
		local suffix = entry:match("^%*(%..+)$")
		if entry == name or suffix and #name > #suffix and name:sub(-#suffix) == suffix then return true end
	end
	return false
end

local callbacks = {}
NETWORK = {
	IsUrlAllowed = function(_, url) return allowed(url) end,
	HttpRequest = function(_, args)
		if not allowed(args.url) then
			-- The status is nil, not 0, and the callback runs at once.
			args.onResponse({ error = "HttpErrorCode_Blocked", errorMessage = "blocked", headers = {} })
			return nil
		end
		local names, values = {}, {}
		for name, value in pairs(args.headers or {}) do
			assert(type(value) == "string", "headers must be strings: " .. name)
			names[#names + 1] = name .. ": " .. value
		end
		local id = host.send(args.method or "GET", args.url, table.concat(names, "\n"), args.body or "",
			args.connectTimeout or 60, args.transferTimeout or 1800)
		callbacks[id] = args.onResponse
		return { Cancel = function() end }
	end,
}
-- The test calls this with a response.
function responseArrived(id, text)
	local callback = callbacks[id]
	callbacks[id] = nil
	if callback then callback(JsonDecode(text)) end
end

PREFSMAN = { GetPreference = function(_, name) return world.preferences[name] end }
-- Returns the file to which the theme redirects the name of a font. A missing font is an error on the screen, unless it
-- is optional.
local function fontFile(_, _, name, optional)
	local file = world.fonts[name]
	if file then return "/Themes/Simply Love/Fonts/" .. file .. ".ini" end
	if optional then return "" end
	error('The theme element "Fonts/' .. name .. '" is missing.')
end

THEME = {
	GetPathF = fontFile,
	GetCurLanguage = function() return world.language or "en" end,
	GetCurrentThemeDirectory = function() return "/Themes/Simply Love/" end,
	GetThemeDisplayName = function() return "Simply Love" end,
}
