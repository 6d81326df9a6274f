-- A profile: its API key, its journal and the state of its server. A guest has the same in memory, for a session.
local account = require("account")
local backoff = require("backoff")
local engine = require("engine")
local files = require("files")
local guestJournal = require("guest-journal")
local journal = require("journal")
local text = require("text")
local version = require("version")

local profile = {}

local profilesByFolder = {}
-- By player.
local guests = {}

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

-- As `get`, for a profile of the game. A deleted profile may have left its folder to a new one.
local function getOf(id, folder, accountFolder)
	local before = profilesByFolder[folder]
	if before and before.id and id and before.id ~= id then profilesByFolder[folder] = nil end
	local self = get(folder, accountFolder)
	self.id, self.accountFolder = id or self.id, accountFolder
	return self
end

-- Returns nil if the game doesn't say.
local function idOf(gameProfile)
	local id = engine.call(gameProfile, "GetGUID")
	return type(id) == "string" and id ~= "" and id or nil
end

-- Returns the profile of a player who has joined; nil for a guest who is not linked.
function profile.ofPlayer(player)
	local accountFolder = account.folderOf(player)
	if not accountFolder then return guests[player] and guests[player].key and guests[player] or nil end
	local id = idOf(engine.call(PROFILEMAN, "GetProfile", player))
	local folder = isCard(accountFolder) and id and string.find(id, "^%w+$") and cardFolder(id) or accountFolder
	return getOf(id, folder, accountFolder)
end

-- Returns the profile with which a player starts who doesn't choose one; nil for a guest.
function profile.defaultOf(player)
	local folder, localId = account.defaultFolderOf(player)
	return folder and getOf(idOf(engine.call(PROFILEMAN, "GetLocalProfile", localId)), folder, folder) or nil
end

-- Returns the guest of a side, linked or not. The object is that of one session.
function profile.guestOf(player)
	local self = guests[player]
	if not self then
		local url, host = account.server()
		self = { folder = player, isGuest = true, problem = "guest", url = url, host = host, journal = guestJournal.open(),
			backoff = backoff.new() }
		guests[player] = self
	end
	return self
end

-- Returns the guests who are linked.
function profile.linkedGuests()
	local linked = {}
	for _, player in ipairs(engine.players) do
		if guests[player] and guests[player].key then linked[#linked + 1] = guests[player] end
	end
	return linked
end

local function forgetGuest(player)
	local self = guests[player]
	guests[player] = nil
	-- Other parts of the module may still have the object.
	self.key, self.problem, self.journal = nil, "guest", guestJournal.open()
end

-- Seconds for which a guest can be linked before the session begins.
local maxIdle = 600

-- Forgets guests whose session has not begun in time. Returns whether there were any.
function profile.forgetIdleGuests()
	local isForgotten = false
	for player, self in pairs(guests) do
		if self.key and not self.isPlaying and engine.uptime() - self.linkedAt > maxIdle then
			forgetGuest(player)
			isForgotten = true
		end
	end
	return isForgotten
end

-- Called when a session begins or goes on.
function profile.sessionStarted()
	profile.forgetIdleGuests()
	for _, player in ipairs(engine.players) do
		if engine.isJoined(player) then profile.guestOf(player).isPlaying = true end
	end
end

-- Called at the end of a session: forgets its guests, with their keys and plays.
function profile.sessionEnded()
	for player, self in pairs(guests) do
		if self.isPlaying then forgetGuest(player) end
	end
end

-- Called while the game loads the profile of a player, when a memory card is mounted: reads the key of the card.
function profile.loading(player)
	local self = profile.ofPlayer(player)
	if not self or not isCard(self.accountFolder or "") then return end
	if not self.isUnwritten then self.loaded = account.read(self.accountFolder) end
	profile.reload(self)
end

-- Called while the game saves the profile of a player, when a memory card is mounted.
function profile.saving(player)
	local self = profile.ofPlayer(player)
	if self then profile.reload(self) end
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

-- Sets key and server. New ones reset what the server has said of the old ones.
local function useKey(self, loaded)
	self.problem = loaded.problem
	local isSame = loaded.key == self.key and loaded.url == self.url
	self.key, self.url, self.host = loaded.key, loaded.url, loaded.host
	if isSame then return end
	self.user, self.alias, self.keyRejected, self.keyChecked, self.blocked, self.noBulk = nil, nil, nil, nil, nil, nil
	self.failure = nil
	self.backoff = backoff.new()
end

-- Writes a key that the player got by linking. Not to a card that is not mounted: on Linux the file would be on the
-- machine.
local function writeKey(self)
	local folder = self.accountFolder
	if isCard(folder) and not files.read(folder .. "Editable.ini") then return false end
	return account.write(folder, self.loaded.key, self.loaded.url)
end

-- Reads the key again, as the player may have replaced it.
function profile.reload(self)
	if self.isGuest then return end
	if self.isUnwritten and writeKey(self) then
		self.isUnwritten = nil
		-- A card may be unmounted when its key is read again.
		if not isCard(self.accountFolder) then self.loaded = nil end
	end
	local loaded = self.isUnwritten and self.loaded or account.read(self.accountFolder)
	if loaded.problem == "no-file" then loaded = self.loaded or loaded end
	useKey(self, loaded)
end

-- Gives the profile the key {key, url, host} of an account, and writes it into the folder. If that fails, it is tried
-- again later.
function profile.link(self, key, alias)
	if self.isGuest then
		self.linkedAt = engine.uptime()
		useKey(self, key)
	else
		self.loaded, self.isUnwritten = key, true
		profile.reload(self)
	end
	self.alias = alias
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
	if self.isGuest then return text.get("light.guestname") end
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
