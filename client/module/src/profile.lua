-- A profile of this machine: whose key it has, its journal, and how its server answers.
local account = require("account")
local backoff = require("backoff")
local engine = require("engine")
local journal = require("journal")
local version = require("version")

local profile = {}

local known = {}

-- The profile in a folder; the same one for as long as the game runs, so that nobody else writes to its journal.
function profile.at(folder)
	local self = known[folder]
	if not self then
		self = { folder = folder, journal = journal.open(folder, version), backoff = backoff.new(), problem = "no-file" }
		known[folder] = self
		profile.readAgain(self)
	end
	return self
end

-- Memory cards go from machine to machine, and every one of them has the folder of the one before. What is known of
-- them is forgotten while nobody plays; whatever is still on the way for one changes nothing on the next.
function profile.forgetCards()
	for folder, self in pairs(known) do
		if string.find(folder, "^/@mc") then
			self.journal:close()
			known[folder] = nil
		end
	end
end

-- Does the next step for a journal that has one to do. Whether that was work for a whole frame.
function profile.work()
	for _, self in pairs(known) do
		if self.journal:work() then return true end
	end
	return false
end

-- Whether a journal has something to write.
function profile.hasUnsaved()
	for _, self in pairs(known) do
		if self.journal:isBusy() then return true end
	end
	return false
end

-- Reads the key again: the player may have put another one there, which opens what the one before did not.
function profile.readAgain(self)
	local read = account.read(self.folder)
	self.problem = read.problem
	if read.key == self.key and read.url == self.url then return end
	self.key, self.url, self.host = read.key, read.url, read.host
	-- What is known of the key: whose it is, and whether it was refused.
	self.user, self.alias, self.refused, self.checked, self.blocked, self.noBulk = nil, nil, nil, nil, nil, nil
	self.backoff = backoff.new()
end

-- Whether anything can be sent for it now.
function profile.canSend(self)
	return self.key ~= nil and not self.refused and not self.blocked
end

-- Whether a play is this player's, as far as both are known: a profile may be given another player's key.
function profile.owns(self, entry)
	return entry.user == nil or self.user == nil or entry.user == self.user
end

-- How players know it: by the alias on the server, once that is known, else by the name that it has in the game.
function profile.nameOf(self)
	if self.alias then return self.alias end
	local id = string.match(self.folder, "([^/]+)/$") or self.folder
	local name = engine.ask(engine.ask(PROFILEMAN, "GetLocalProfile", id), "GetDisplayName")
	return type(name) == "string" and name ~= "" and name or id
end

-- Those of the players who are in the game, by player.
function profile.ofPlayers()
	local found = {}
	for _, player in ipairs({ "PlayerNumber_P1", "PlayerNumber_P2" }) do
		local joined = engine.ask(GAMESTATE, "IsHumanPlayer", player)
		local folder = joined and account.folderOf(player)
		if folder then found[player] = profile.at(folder) end
	end
	return found
end

-- Finds the profiles of this machine that were set up, before anybody has joined, and calls `found` with each: a
-- function that looks at one folder each time it is called, and gives false when there is none left.
local mostLocal = 50
function profile.ofMachine(found)
	local folders, at = account.localFolders(mostLocal), 0
	return function()
		at = at + 1
		local folder = folders[at]
		if not folder then return false end
		local one = known[folder] or account.read(folder).key and profile.at(folder)
		if one then
			profile.readAgain(one)
			if one.key then found(one) end
		end
		return true
	end
end

return profile
