-- A profile: its API key, its journal and the state of its server.
local account = require("account")
local backoff = require("backoff")
local engine = require("engine")
local journal = require("journal")
local version = require("version")

local profile = {}

local profilesByFolder = {}

-- Returns the profile whose journal is below this folder. The object is shared for the whole session, so that a journal
-- has one writer. `accountFolder`: where its Stepledger.ini is, if elsewhere.
local function get(folder, accountFolder)
	local self = profilesByFolder[folder]
	if not self then
		self = { folder = folder, accountFolder = accountFolder or folder, journal = journal.open(folder, version),
			backoff = backoff.new(), problem = "no-file" }
		profilesByFolder[folder] = self
		profile.reload(self)
	end
	return self
end

-- All memory cards of a side have one folder, and on Linux the game mounts a card only while it loads or saves the
-- profile. So the plays of a card wait on the machine, in a folder of their own by the id of the profile.
local function isCard(folder) return string.find(folder, "^/@mc") ~= nil end
local function cardFolder(id) return "/Save/MemoryCards/" .. id .. "/" end

-- Returns the profile of a player who has joined; nil for a guest.
function profile.ofPlayer(player)
	local accountFolder = account.folderOf(player)
	if not accountFolder then return nil end
	local id = tostring(engine.call(engine.call(PROFILEMAN, "GetProfile", player), "GetGUID") or "")
	local folder = isCard(accountFolder) and string.find(id, "^%w+$") and cardFolder(id) or accountFolder
	local before = profilesByFolder[folder]
	-- A deleted profile may have left its folder to a new one.
	if before and before.id and before.id ~= id then profilesByFolder[folder] = nil end
	local self = get(folder, accountFolder)
	self.id, self.accountFolder = id, accountFolder
	return self
end

-- Called while the game loads the profile of a player, when a memory card is mounted: reads the key of the card.
function profile.loading(player)
	local self = profile.ofPlayer(player)
	if not self or not isCard(self.accountFolder) then return end
	self.loaded = account.read(self.accountFolder)
	profile.reload(self)
end

-- Does the next step of a journal. Returns whether this used up the frame.
function profile.work()
	for _, self in pairs(profilesByFolder) do
		if self.journal:work() then return true end
	end
	return false
end

-- Returns whether a journal is writing a play.
function profile.hasUnsaved()
	for _, self in pairs(profilesByFolder) do
		if self.journal:isBusy() then return true end
	end
	return false
end

-- Reads the key again, as the player may have replaced it. A new key resets what the server has said of the old one.
function profile.reload(self)
	local loaded = account.read(self.accountFolder)
	if loaded.problem == "no-file" then loaded = self.loaded or loaded end
	self.problem = loaded.problem
	if loaded.key == self.key and loaded.url == self.url then return end
	self.key, self.url, self.host = loaded.key, loaded.url, loaded.host
	self.user, self.alias, self.keyRejected, self.keyChecked, self.blocked, self.noBulk = nil, nil, nil, nil, nil, nil
	self.failure = nil
	self.backoff = backoff.new()
end

-- Returns whether requests can be sent for this profile.
function profile.canSend(self)
	return self.key ~= nil and not self.keyRejected and not self.blocked
end

-- Returns whether a play belongs to the owner of the key, as far as both are known. A profile may get another player's
-- key.
function profile.owns(self, entry)
	return entry.user == nil or self.user == nil or entry.user == self.user
end

-- Returns the alias on the server, or, until it is known, the name of the profile in the game.
function profile.nameOf(self)
	if self.alias then return self.alias end
	local id = string.match(self.folder, "([^/]+)/$") or self.folder
	local name = engine.call(engine.call(PROFILEMAN, "GetLocalProfile", id), "GetDisplayName")
	return type(name) == "string" and name ~= "" and name or id
end

-- Returns the profiles of the players who have joined, by player.
function profile.byPlayer()
	local profiles = {}
	for _, player in ipairs(engine.players) do
		profiles[player] = engine.isJoined(player) and profile.ofPlayer(player) or nil
	end
	return profiles
end

-- Returns the address of the page that explains the setup, as players type it.
function profile.helpAddress(self) return string.gsub(self.url, "^%a+://", "") .. "/help" end

-- Scans this machine's profiles for those with a Stepledger.ini, before a player has joined. Returns a function: each
-- call checks one folder, calls `onFound` with a profile that has the file, and returns false after the last folder.
local maxLocalProfiles = 50
function profile.scanMachine(onFound)
	local folders, nth = account.localFolders(maxLocalProfiles), 0
	return function()
		nth = nth + 1
		local folder = folders[nth]
		if not folder then return false end
		local candidate = profilesByFolder[folder] or account.read(folder).problem ~= "no-file" and get(folder)
		if candidate then
			profile.reload(candidate)
			if candidate.problem ~= "no-file" then onFound(candidate) end
		end
		return true
	end
end

return profile
