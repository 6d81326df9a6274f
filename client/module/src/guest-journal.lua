-- Plays of a guest, who has no folder: in memory, until the server has confirmed them or the session ends. Has the
-- functions of journal.lua.
local guestJournal = {}

function guestJournal.open() return setmetatable({ entries = {} }, { __index = guestJournal }) end

function guestJournal:all() return self.entries end

function guestJournal:counts()
	local counts = { waiting = 0, rejected = 0, damaged = 0, unsaved = 0 }
	for _, entry in ipairs(self.entries) do
		local kind = entry.state == "waiting" and "waiting" or "rejected"
		counts[kind] = counts[kind] + 1
	end
	return counts
end

function guestJournal:work() return false end

function guestJournal:isBusy() return false end

function guestJournal:add(entry) self.entries[#self.entries + 1] = entry end

function guestJournal:update() end

function guestJournal:remove(removed)
	for i = #self.entries, 1, -1 do
		if self.entries[i] == removed then table.remove(self.entries, i) end
	end
end

return guestJournal
