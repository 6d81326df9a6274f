-- Status light of the title screen and of the song wheel: whether plays are sent, and what the player can do if not;
-- whether the server is reachable and accepts the key; how many plays wait.
local account = require("account")
local eligibility = require("eligibility")
local engine = require("engine")
local link = require("link")
local linkButton = require("link-button")
local profile = require("profile")
local text = require("text")

local light = {}

-- Max different problems that are shown at once.
local maxProblems = 3

local function countsText(profiles)
	local sums = { waiting = 0, unsent = 0, rejected = 0, damaged = 0 }
	for _, self in ipairs(profiles) do
		local counts = self.journal:counts()
		-- Those of a guest are lost at the end of the session.
		if self.isGuest then counts.unsent, counts.waiting = counts.waiting, 0 end
		for kind in pairs(sums) do sums[kind] = sums[kind] + (counts[kind] or 0) end
	end
	local parts = {}
	for _, kind in ipairs({ "waiting", "unsent", "rejected", "damaged" }) do
		if sums[kind] > 0 then parts[#parts + 1] = text.get("light." .. kind, { n = sums[kind] }) end
	end
	return parts
end

local function blockedText(self)
	return text.get("light.blocked", { host = self.host, help = profile.helpAddress(self) })
end

-- Returns the kind and the text of a problem of the profile; nil if it has none.
local function problemOf(self)
	if self.problem then return "key", text.get("reasons." .. self.problem) end
	if self.blocked then return "blocked", blockedText(self) end
	if self.keyRejected then return "key", text.get("light.key") end
	if self.failure then return "waiting", text.get("light." .. self.failure, { host = self.host }) end
	return nil
end

-- Returns the kind of the first problem, and the texts of all without duplicates. `named`: each text names the profiles
-- concerned.
local function problemsOf(profiles, named)
	local first, titles, names = nil, {}, {}
	for _, self in ipairs(profiles) do
		local kind, title = problemOf(self)
		if kind and (names[title] or #titles < maxProblems) then
			first = first or kind
			if not names[title] then titles[#titles + 1], names[title] = title, {} end
			table.insert(names[title], profile.nameOf(self))
		end
	end
	for i, title in ipairs(titles) do
		if named then
			titles[i] = text.get("light.whose", { title = title, names = table.concat(names[title], ", ") })
		end
	end
	return first, titles
end

local function readyText(profiles)
	local knownCount, known = 0, nil
	for _, self in ipairs(profiles) do
		if self.user then knownCount, known = knownCount + 1, self end
	end
	local title = knownCount == 1 and text.get(known.isGuest and "light.readyguest" or "light.ready", { alias = known.alias })
		or knownCount > 1 and text.get("light.several", { n = knownCount }) or nil
	return knownCount == #profiles and "saved" or "sending", { title }
end

-- Returns {kind, parts} for these profiles; nil if there are none. `kind`: see verdict.lua. `parts`: texts. `named`: see
-- problemsOf.
local function statusOf(profiles, named)
	if #profiles == 0 then return nil end
	local kind, parts = problemsOf(profiles, named)
	if not kind then kind, parts = readyText(profiles) end
	for _, count in ipairs(countsText(profiles)) do parts[#parts + 1] = count end
	if #parts == 0 then parts[1] = text.get("light.unknown") end
	return { kind = kind, parts = parts }
end

local function themePreference(name)
	if type(ThemePrefs) ~= "table" then return nil end
	return engine.callFunction(ThemePrefs.Get, name)
end

-- Returns whether a player who starts now is a guest: no side has a default profile, and the screen to select one is
-- off.
local function startsAsGuest()
	for _, side in ipairs({ "P1", "P2" }) do
		local id = engine.preference("DefaultLocalProfileID" .. side)
		if id == nil or id ~= "" then return false end
	end
	return themePreference("AllowScreenSelectProfile") == false and engine.preference("MemoryCards") ~= true
end

local function hint(words) return { kind = "waiting", parts = { words } } end

-- Returns a hint that the profile of a player can be linked, or that the game blocks the server; nil if it needs no link
-- or has no server. `name`: of the text, after `light.`, unless the player sees a code already.
local function linkHint(player, self, isTitle, name)
	if not link.isMissing(self) then return nil end
	if not link.isAllowed(self) then return { kind = "blocked", parts = { blockedText(self) } } end
	local button = linkButton.name(isTitle)
	if link.isUnderWay(player) then name = "linking" end
	return hint(button and text.get("light." .. name, { button = button }) or text.get("light.linkontitle"))
end

-- Returns the hint on the title screen to link the default profile of a side, or a guest if no side has one.
local function linkHintOnTitle(canBeGuest)
	local guestHint
	for _, player in ipairs(engine.players) do
		local self = link.profileOf(player)
		local found = self and linkHint(player, self, true, "link")
		if found and not self.isGuest then return found end
		guestHint = guestHint or found
	end
	return canBeGuest and guestHint or nil
end

-- Adds the parts of another status; either may be nil.
local function joined(status, other)
	if not status or not other then return status or other end
	for _, part in ipairs(other.parts) do status.parts[#status.parts + 1] = part end
	return status
end

-- For the title screen. `profiles`: those of this machine that have a Stepledger.ini, and guests who are linked.
function light.forMachine(profiles)
	-- Their windows need the room of a longer text.
	for _, player in ipairs(engine.players) do
		if link.isUnderWay(player) then return linkHint(player, link.profileOf(player), true) end
	end
	local folders = account.localFolders(1)
	local canList = engine.call(PROFILEMAN, "GetLocalProfileIDs") ~= nil
	local isEmpty = canList and #profiles == 0
	local isForGuests = #profile.linkedGuests() == 0 and (isEmpty and #folders == 0 or startsAsGuest())
	local linkStatus = linkHintOnTitle(isForGuests)
	if isEmpty and #folders == 0 then return joined(hint(text.get("light.noprofile")), linkStatus) end
	if isForGuests then return joined(hint(text.get("light.nodefault")), linkStatus) end
	if isEmpty then return linkStatus or hint(text.get(account.server() and "light.linkonwheel" or "light.nofile")) end
	return joined(statusOf(profiles, true), linkStatus)
end

local function off(reason, options)
	return hint(text.get("light.off", { reason = text.get("reasons." .. reason, { options = options }) }))
end

-- For the time before the first step of a song: the reason why its play will not be sent; nil if it will be.
function light.beforeSong(player)
	if not engine.isJoined(player) or not profile.byPlayer()[player] then return nil end
	local reason, options = eligibility.reasonBefore(player)
	return reason and off(reason, options) or nil
end

-- For the song wheel; nil if the player has not joined.
function light.forPlayer(player)
	if not engine.isJoined(player) then return nil end
	local self = link.profileOf(player)
	local missing = linkHint(player, self, false, self.keyRejected and "linkagain" or self.isGuest and "linkguest" or "link")
	if missing then return joined(missing, { parts = countsText({ self }) }) end
	if self.isGuest and self.problem then return hint(text.get("light.guest")) end
	local reason, options = self.problem, nil
	if not reason then reason, options = eligibility.reasonBefore(player) end
	if reason then return off(reason, options) end
	return statusOf({ self })
end

return light
