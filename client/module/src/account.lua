-- API key and server of a profile, from `Stepledger.ini` in its folder.
local engine = require("engine")
local files = require("files")
local ini = require("ini")

local account = {}

-- Windows hides file extensions, so some players save the file with two.
local fileNames = { "Stepledger.ini", "stepledger.ini", "Stepledger.ini.txt" }
local section = "Stepledger"
local replacedKeys = { apikey = true, key = true, host = true, url = true, server = true }

-- Normalizes `scores.example`, `https://scores.example/` and the like to `https://scores.example`. Returns it and the
-- host; nil if invalid. Without a scheme, a server on this machine gets http.
local function origin(text)
	local scheme, rest = string.match(text, "^(%a+)://(.+)$")
	rest = string.gsub(rest or text, "/.*$", "")
	local host = string.match(rest, "^([%w%.%-]+):?%d*$")
	if not host then return nil end
	local isLocal = host == "localhost" or string.find(host, "^127%.") ~= nil
	scheme = string.lower(scheme or (isLocal and "http" or "https"))
	if scheme ~= "http" and scheme ~= "https" then return nil end
	return scheme .. "://" .. string.lower(rest), string.lower(host)
end

local server
-- Returns URL and host of the server that offered the download of this module; nil if the download does not name one.
function account.server()
	if not server then
		local folder = engine.call(THEME, "GetCurrentThemeDirectory")
		local content = type(folder) == "string" and files.read(folder .. "Modules/Stepledger/server.ini")
		server = { origin(content and ini.read(content, section).host or "") }
	end
	return server[1], server[2]
end

-- Returns whether this is an API key: it is sent in a header and stored in a file.
function account.isKey(key) return type(key) == "string" and #key <= 200 and string.find(key, "^[%w_%-]+$") ~= nil end

-- Returns the path and the content of the file; nil if there is none.
local function readFile(folder)
	for _, name in ipairs(fileNames) do
		local content = files.read(folder .. name)
		if content then return folder .. name, content end
	end
	return nil
end

-- Returns {key, problem, url, host}. `problem`: nil, `no-file`, `no-key` (missing or malformed) or `no-host`. Without a
-- host in the file it is that of the download.
function account.read(folder)
	local url, host = account.server()
	local _, content = readFile(folder)
	if not content then return { problem = "no-file", url = url, host = host } end
	local values = ini.read(content, section)
	local named = values.host or values.url or values.server or ""
	if named ~= "" then url, host = origin(named) end
	local key = values.apikey or values.key
	if not account.isKey(key) then return { problem = "no-key", url = url, host = host } end
	if not url then return { problem = "no-host" } end
	return { key = key, url = url, host = host }
end

-- Writes key and server into the file, and keeps its other lines. Returns whether they are on disk.
function account.write(folder, key, url)
	local path, content = readFile(folder)
	path = path or folder .. fileNames[1]
	-- A file that exists and can't be read is not replaced.
	if not content and files.exists(path) then return false end
	local written = ini.set(content, section, { "ApiKey=" .. key, "Host=" .. url }, replacedKeys)
	return files.write(path, written) == true and files.read(path) == written
end

-- Returns the profile folder of a player; nil for a guest.
function account.folderOf(player)
	local slot = "ProfileSlot_Player" .. string.sub(engine.shortName(player), 2)
	local folder = engine.call(PROFILEMAN, "GetProfileDir", slot)
	if type(folder) ~= "string" or folder == "" then return nil end
	if engine.call(PROFILEMAN, "IsPersistentProfile", player) == false then return nil end
	return folder
end

local function localFolder(id)
	local folder = engine.call(PROFILEMAN, "LocalProfileIDToDir", id)
	return type(folder) == "string" and folder ~= "" and folder or nil
end

-- Returns the folder and the id of the profile with which a player starts who doesn't choose one; nil for a guest.
function account.defaultFolderOf(player)
	local id = engine.preference("DefaultLocalProfileID" .. engine.shortName(player))
	if type(id) ~= "string" or id == "" then return nil end
	return localFolder(id), id
end

-- Returns the folders of this machine's profiles, at most `limit`. Empty if the game can't list them.
function account.localFolders(limit)
	local folders = {}
	local ids = engine.call(PROFILEMAN, "GetLocalProfileIDs")
	if type(ids) ~= "table" then return folders end
	for i = 1, math.min(#ids, limit) do folders[#folders + 1] = localFolder(ids[i]) end
	return folders
end

return account
