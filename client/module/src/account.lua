-- Whose plays a profile sends, and where to: `Stepledger.ini` in the folder of the profile.
local engine = require("engine")
local files = require("files")
local ini = require("ini")

local account = {}

-- Windows hides the ending of a file, so that some are saved with two.
local names = { "Stepledger.ini", "stepledger.ini", "Stepledger.ini.txt" }

-- `https://scores.example` of `scores.example`, `https://scores.example/` and the like; nil for what is none. Players
-- who serve themselves have no https.
local function origin(text)
	local scheme, rest = string.match(text, "^(%a+)://(.+)$")
	rest = string.gsub(rest or text, "/.*$", "")
	local host = string.match(rest, "^([%w%.%-]+):?%d*$")
	if not host then return nil end
	local here = host == "localhost" or string.find(host, "^127%.") ~= nil
	scheme = string.lower(scheme or (here and "http" or "https"))
	if scheme ~= "http" and scheme ~= "https" then return nil end
	return scheme .. "://" .. string.lower(rest), string.lower(host)
end

-- {key, url, host}, or {problem} when there is no file (`no-file`), no key that could be one (`no-key`) or no host
-- (`no-host`) in it.
function account.read(folder)
	local content
	for i = 1, #names do content = content or files.read(folder .. names[i]) end
	if not content then return { problem = "no-file" } end
	local values = ini.read(content, "Stepledger")
	local key = values.apikey or values.key or ""
	local url, host = origin(values.host or values.url or values.server or "")
	if not string.find(key, "^[%w_%-]+$") or #key > 200 then return { problem = "no-key" } end
	if not url then return { problem = "no-host" } end
	return { key = key, url = url, host = host }
end

-- Folder of the profile that a player uses; nil for a guest.
function account.folderOf(player)
	local slot = "ProfileSlot_Player" .. string.sub(engine.short(player), 2)
	local folder = engine.ask(PROFILEMAN, "GetProfileDir", slot)
	if type(folder) ~= "string" or folder == "" then return nil end
	if engine.ask(PROFILEMAN, "IsPersistentProfile", player) == false then return nil end
	return folder
end

-- Folders of all profiles of this machine, at most `limit`. Empty where the game can't tell.
function account.localFolders(limit)
	local folders = {}
	local ids = engine.ask(PROFILEMAN, "GetLocalProfileIDs")
	if type(ids) ~= "table" then return folders end
	for i = 1, math.min(#ids, limit) do
		local folder = engine.ask(PROFILEMAN, "LocalProfileIDToDir", ids[i])
		if type(folder) == "string" and folder ~= "" then folders[#folders + 1] = folder end
	end
	return folders
end

return account
