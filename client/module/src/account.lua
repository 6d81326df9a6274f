-- API key and server of a profile, from `Stepledger.ini` in its folder.
local engine = require("engine")
local files = require("files")
local ini = require("ini")

local account = {}

-- Windows hides file extensions, so some players save the file with two.
local fileNames = { "Stepledger.ini", "stepledger.ini", "Stepledger.ini.txt" }

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

-- Returns {key, url, host}, or {problem}: `no-file`, `no-key` (missing or malformed) or `no-host`.
function account.read(folder)
	local content
	for i = 1, #fileNames do content = content or files.read(folder .. fileNames[i]) end
	if not content then return { problem = "no-file" } end
	local values = ini.read(content, "Stepledger")
	local key = values.apikey or values.key or ""
	local url, host = origin(values.host or values.url or values.server or "")
	if not string.find(key, "^[%w_%-]+$") or #key > 200 then return { problem = "no-key" } end
	if not url then return { problem = "no-host" } end
	return { key = key, url = url, host = host }
end

-- Returns the profile folder of a player; nil for a guest.
function account.folderOf(player)
	local slot = "ProfileSlot_Player" .. string.sub(engine.shortName(player), 2)
	local folder = engine.call(PROFILEMAN, "GetProfileDir", slot)
	if type(folder) ~= "string" or folder == "" then return nil end
	if engine.call(PROFILEMAN, "IsPersistentProfile", player) == false then return nil end
	return folder
end

-- Returns the folders of this machine's profiles, at most `limit`. Empty if the game can't list them.
function account.localFolders(limit)
	local folders = {}
	local ids = engine.call(PROFILEMAN, "GetLocalProfileIDs")
	if type(ids) ~= "table" then return folders end
	for i = 1, math.min(#ids, limit) do
		local folder = engine.call(PROFILEMAN, "LocalProfileIDToDir", ids[i])
		if type(folder) == "string" and folder ~= "" then folders[#folders + 1] = folder end
	end
	return folders
end

return account
