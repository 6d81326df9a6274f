-- Write-ahead journal of a profile: plays are on disk before they are sent, until the server has confirmed them. The
-- game can't delete files or append to them, so a journal consists of several files, each rewritten whole. This bounds
-- the size of a write when many plays wait. Only `work` reads and writes, one step a frame.
local engine = require("engine")
local files = require("files")
local frameBudget = require("frame-budget")
local journalFile = require("journal-file")
local journalLine = require("journal-line")

local journal = {}

local maxFiles = 256
-- Max bytes of a file. A longer play has a file of its own.
local maxFileSize = 256 * 1024
-- Seconds until a failed write is retried.
local retryPause = 5

local function pathOf(self, nth) return self.folder .. "Stepledger/plays-" .. nth .. ".jsonl" end

-- Opens the journal in the folder of a profile. Plays that were rejected under another `version` of the module are sent
-- again.
function journal.open(folder, version)
	-- `unsaved`: entries that are in no file yet. `next`: number of the file to read next, nil after the last one.
	-- `written`: the write to verify.
	local self = { folder = folder, version = version, files = {}, unsaved = {}, next = 1, missing = 0, retryAt = 0 }
	return setmetatable(self, { __index = journal })
end

-- Reads the next file and returns its size in bytes. Three missing files in a row are the end.
local function readNext(self)
	local file, bytes = journalFile.read(pathOf(self, self.next))
	self.missing = bytes and 0 or self.missing + 1
	self.next = self.missing < 3 and self.next < maxFiles and self.next + 1 or nil
	if not file then return 0 end
	self.files[#self.files + 1] = file
	for _, entry in ipairs(file.entries) do
		if entry.state == "rejected" and entry.by ~= self.version then entry.state = "waiting" end
	end
	if #file.entries + #file.damaged > 0 then engine.broadcast("StepledgerChanged") end
	return bytes or 0
end

-- Reads files within the frame budget. Returns whether this used up the frame.
local function readSome(self)
	local bytes = 0
	repeat bytes = bytes + readNext(self) until not self.next or bytes > frameBudget.bytes
	return self.next ~= nil or bytes > frameBudget.bytes
end

-- Returns all entries, roughly in the order in which they were played.
function journal:all()
	local entries = {}
	for _, file in ipairs(self.files) do
		for _, entry in ipairs(file.entries) do entries[#entries + 1] = entry end
	end
	for _, entry in ipairs(self.unsaved) do entries[#entries + 1] = entry end
	return entries
end

-- Returns the numbers of waiting plays, other plays (`rejected`), damaged lines and plays in no file (`unsaved`).
function journal:counts()
	local counts = { waiting = 0, rejected = 0, damaged = 0, unsaved = #self.unsaved }
	for _, entry in ipairs(self:all()) do
		local kind = entry.state == "waiting" and "waiting" or "rejected"
		counts[kind] = counts[kind] + 1
	end
	for _, file in ipairs(self.files) do counts.damaged = counts.damaged + #file.damaged end
	return counts
end

-- Returns the entries without one of them, and whether it was there.
local function without(entries, removed)
	local remaining = {}
	for _, entry in ipairs(entries) do
		if entry ~= removed then remaining[#remaining + 1] = entry end
	end
	return remaining, #remaining < #entries
end

local function fileFor(self, size)
	for _, file in ipairs(self.files) do
		local used = journalFile.size(file)
		if used == 0 or used + size <= maxFileSize then return file end
	end
	if #self.files >= maxFiles then return nil end
	local file = journalFile.new(pathOf(self, #self.files + 1))
	self.files[#self.files + 1] = file
	return file
end

-- Returns a file with room for `size` bytes. In a full journal, plays that are not waiting are removed to make room,
-- the oldest first. Nil if there are none.
local function makeRoom(self, size)
	local file = fileFor(self, size)
	while not file do
		local oldest
		for _, entry in ipairs(self:all()) do
			if entry.state ~= "waiting" and entry.file and not oldest then oldest = entry end
		end
		if not oldest then return nil end
		self:remove(oldest)
		file = fileFor(self, size)
	end
	return file
end

local function keepInMemory(self, entry, reason)
	if entry.problem ~= reason then engine.trace("failed to write a play to disk:", reason) end
	entry.pending, entry.problem = nil, reason
	self.retryAt = engine.uptime() + retryPause
	engine.broadcast("StepledgerChanged")
end

local function write(self, file, entry)
	local content = journalFile.content(file, entry)
	local isWritten, reason = files.write(file.path, content)
	-- `changed`: the file has to be written again after this write.
	self.written = { file = file, entry = entry, content = content, isWritten = isWritten, reason = reason,
		changed = journalFile.hasStale(file) }
	-- Unknown content, until the write is verified.
	file.changed = true
end

-- Verifies the last write by reading the file back, as a full disk may not report an error.
local function readBack(self)
	local written = self.written
	self.written = nil
	local file, entry = written.file, written.entry
	local isVerified = written.isWritten and files.read(file.path) == written.content
	if isVerified then file.changed = written.changed end
	if not isVerified then
		self.retryAt = engine.uptime() + retryPause
		if entry then keepInMemory(self, entry, written.reason or "the file differs from what was written") end
		return
	end
	if not entry then return end
	local wasUnsaved
	self.unsaved, wasUnsaved = without(self.unsaved, entry)
	entry.pending, entry.problem = nil, nil
	if wasUnsaved then entry.file, file.entries[#file.entries + 1] = file, entry end
	-- The server may have confirmed or rejected the play during the write.
	if not wasUnsaved or entry.stale then file.changed = true end
	engine.broadcast("StepledgerChanged")
end

local function markChanged(self, file)
	file.changed = true
	if self.written and self.written.file == file then self.written.changed = true end
end

-- Writes the next unsaved entry to a file. A long line is hashed in a frame of its own.
local function writeUnsaved(self)
	local entry = self.unsaved[1]
	if not entry.line or entry.stale then
		entry.line, entry.stale = journalLine.write(entry), nil
		if #entry.line > frameBudget.bytes then return end
	end
	local file = makeRoom(self, #entry.line + 1)
	if not file then return keepInMemory(self, entry, "the journal is full") end
	write(self, file, entry)
end

-- Writes a file that has changed. Stale lines are encoded before, within the frame budget.
local function writeChanged(self, file)
	local bytes = 0
	for _, entry in ipairs(file.entries) do
		if entry.stale then
			if bytes > frameBudget.bytes then return end
			entry.line, entry.stale = journalLine.write(entry), nil
			bytes = bytes + #entry.line
		end
	end
	if bytes <= frameBudget.bytes then write(self, file) end
end

local function changedFile(self)
	for _, file in ipairs(self.files) do
		if file.changed then return file end
	end
	return nil
end

-- Does the next step. Returns whether this used up the frame.
function journal:work()
	if self.next and readSome(self) then return true end
	if self.written then
		local isLong = #self.written.content > frameBudget.bytes
		readBack(self)
		if isLong then return true end
	end
	local first = self.unsaved[1]
	if first and (first.pending or engine.uptime() >= self.retryAt) then
		writeUnsaved(self)
		return true
	end
	local file = engine.uptime() >= self.retryAt and changedFile(self)
	if file then writeChanged(self, file) end
	return file and true or false
end

-- Returns whether a play is being written.
function journal:isBusy()
	return self.written ~= nil or self.unsaved[1] ~= nil and self.unsaved[1].pending == true
end

-- Adds a play, which is written next. It is `pending` until it is on disk. If the write fails, it gets a `problem`, is
-- kept in memory and is sent all the same.
function journal:add(entry)
	entry.pending = true
	-- Before those whose write has failed.
	table.insert(self.unsaved, 1, entry)
end

-- Marks an entry as changed. If the change is never written, the entry is read as before after a restart, and is sent
-- again.
function journal:update(entry)
	entry.stale = true
	if entry.file then markChanged(self, entry.file) end
end

function journal:remove(entry)
	self.unsaved = without(self.unsaved, entry)
	local file = entry.file
	if not file then return end
	file.entries = without(file.entries, entry)
	entry.file = nil
	markChanged(self, file)
end

return journal
