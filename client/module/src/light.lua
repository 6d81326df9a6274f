-- The light of the title screen and of the song wheel: whether plays will be sent, and what the player can do where they
-- won't; whether the server is there and knows the key; how much waits.
local account = require("account")
local engine = require("engine")
local profile = require("profile")
local text = require("text")

local light = {}

-- Different troubles that are shown at once.
local mostTroubles = 3

local function countsText(profiles)
	local sums = { waiting = 0, rejected = 0, damaged = 0 }
	for _, self in ipairs(profiles) do
		local counts = self.journal:counts()
		for kind in pairs(sums) do sums[kind] = sums[kind] + counts[kind] end
	end
	local parts = {}
	for _, kind in ipairs({ "waiting", "rejected", "damaged" }) do
		if sums[kind] > 0 then parts[#parts + 1] = text.of("light." .. kind, { n = sums[kind] }) end
	end
	return parts
end

-- What a player can mend, or wait for: the kind and the words, nil when all is well.
local function troubleOf(self)
	if self.problem then return "key", text.of("reasons." .. self.problem) end
	if self.blocked then return "blocked", text.of("light.blocked", { host = self.host }) end
	if self.refused then return "key", text.of("light.key") end
	if self.reachable == false then return "waiting", text.of("light.unreachable", { host = self.host }) end
	return nil
end

-- The kind of the first trouble, and the words for all of them, each once, with the names of its profiles where there
-- are several.
local function troubles(profiles)
	local first, words, names = nil, {}, {}
	for _, self in ipairs(profiles) do
		local kind, title = troubleOf(self)
		if kind and (names[title] or #words < mostTroubles) then
			first = first or kind
			if not names[title] then words[#words + 1], names[title] = title, {} end
			table.insert(names[title], profile.nameOf(self))
		end
	end
	for i, title in ipairs(words) do
		if #profiles > 1 then words[i] = text.of("light.whose", { title = title, names = table.concat(names[title], ", ") }) end
	end
	return first, words
end

local function readyText(profiles)
	local known, alias = 0, nil
	for _, self in ipairs(profiles) do
		if self.user then known, alias = known + 1, self.alias end
	end
	local title = known == 1 and text.of("light.ready", { alias = alias }) or known > 1 and text.of("light.several", { n = known }) or nil
	return known == #profiles and "saved" or "sending", { title }
end

-- {kind, title} for these profiles, nil when there is none. `kind` as of a verdict.
local function stateOf(profiles)
	if #profiles == 0 then return nil end
	local kind, parts = troubles(profiles)
	if not kind then kind, parts = readyText(profiles) end
	for _, words in ipairs(countsText(profiles)) do parts[#parts + 1] = words end
	if #parts == 0 then return { kind = kind, title = text.of("light.unknown") } end
	return { kind = kind, title = table.concat(parts, ", ") }
end

local function themePreference(name)
	if type(ThemePrefs) ~= "table" then return nil end
	return engine.run(ThemePrefs.Get, name)
end

-- Whether who starts now plays as a guest: no profile is the default of a side, and no screen lets one choose.
local function startsAsGuest()
	for _, side in ipairs({ "P1", "P2" }) do
		local id = engine.preference("DefaultLocalProfileID" .. side)
		if id == nil or id ~= "" then return false end
	end
	return themePreference("AllowScreenSelectProfile") == false and engine.preference("MemoryCards") ~= true
end

-- For the title screen: `profiles`, those of this machine that have a key.
function light.ofMachine(profiles)
	local folders = account.localFolders(1)
	local known = engine.ask(PROFILEMAN, "GetLocalProfileIDs") ~= nil
	if known and #folders == 0 and #profiles == 0 then return { kind = "waiting", title = text.of("light.noprofile") } end
	if known and #profiles == 0 then return { kind = "waiting", title = text.of("light.nofile") } end
	if #profiles > 0 and startsAsGuest() then return { kind = "waiting", title = text.of("light.nodefault") } end
	return stateOf(profiles)
end

-- For the song wheel: of a player who has joined.
function light.ofPlayer(player)
	if not engine.ask(GAMESTATE, "IsHumanPlayer", player) then return nil end
	local self = profile.ofPlayers()[player]
	if not self then return { kind = "waiting", title = text.of("light.guest") } end
	if self.problem then
		return { kind = "waiting", title = text.of("light.off", { reason = text.of("reasons." .. self.problem) }) }
	end
	return stateOf({ self })
end

return light
