-- The plays of a profile that the server has not confirmed, written before they are sent. The game can't delete or
-- append to a file: the journal is a few of them, each rewritten whole, so that a long queue costs no long write.
-- Nothing is read or written but by `work`, a step a frame.
local engine = require("engine")
local files = require("files")
local frame = require("frame")
local journalLine = require("journal-line")

local journal = {}

local mostFiles = 256
-- Bytes of a file, beyond which the next one is used. A longer play has one of its own.
local usualSize = 256 * 1024
-- Seconds until the disk is tried again that did not take something.
local patience = 5

local function pathOf(self, nth) return self.folder .. "Stepledger/plays-" .. nth .. ".jsonl" end

local function fileAt(path) return { path = path, entries = {}, damaged = {}, changed = false } end

-- The file as it is to be, with `entry` at its end.
local function textOf(file, entry)
	local lines = {}
	for i = 1, #file.damaged do lines[#lines + 1] = file.damaged[i] end
	for i = 1, #file.entries do lines[#lines + 1] = file.entries[i].line end
	if entry then lines[#lines + 1] = entry.line end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

local function sizeOf(file)
	local size = 0
	for i = 1, #file.damaged do size = size + #file.damaged[i] + 1 end
	for i = 1, #file.entries do size = size + #file.entries[i].line + 1 end
	return size
end

-- The file, and how many bytes it has. No file when it is there and can't be read: it is not to be overwritten. No
-- bytes when there is none.
local function readFile(path)
	local file = fileAt(path)
	local content = files.read(path)
	if not content and files.exists(path) then return nil, 0 end
	for line in string.gmatch(content or "", "[^\r\n]+") do
		local entry = journalLine.read(line)
		if entry then
			entry.line, entry.file = line, file
			file.entries[#file.entries + 1] = entry
		else
			file.damaged[#file.damaged + 1] = line
		end
	end
	return file, content and #content
end

-- Opens the journal in the folder of a profile. Plays that an older module was refused may be sent again by this one.
function journal.open(folder, version)
	-- `unsaved`: entries that no file has yet. `next`: the file to read, nil when all were. `written`: what is to be
	-- read back.
	local self = { folder = folder, version = version, files = {}, unsaved = {}, next = 1, missing = 0, retryAt = 0 }
	return setmetatable(self, { __index = journal })
end

-- Reads the next file, and gives how many bytes it had. Behind three that are missing there are no more.
local function readNext(self)
	local file, bytes = readFile(pathOf(self, self.next))
	self.missing = bytes and 0 or self.missing + 1
	self.next = self.missing < 3 and self.next < mostFiles and self.next + 1 or nil
	if not file then return 0 end
	self.files[#self.files + 1] = file
	for _, entry in ipairs(file.entries) do
		if entry.state == "rejected" and entry.by ~= self.version then entry.state = "waiting" end
	end
	if #file.entries + #file.damaged > 0 then engine.broadcast("StepledgerChanged") end
	return bytes or 0
end

-- Reads as much as fits into a frame. Whether that was work for all of it.
local function readSome(self)
	local bytes = 0
	repeat bytes = bytes + readNext(self) until not self.next or bytes > frame.bytes
	return self.next ~= nil or bytes > frame.bytes
end

-- Entries in the order in which they were played, as far as the files tell.
function journal:all()
	local entries = {}
	for _, file in ipairs(self.files) do
		for _, entry in ipairs(file.entries) do entries[#entries + 1] = entry end
	end
	for _, entry in ipairs(self.unsaved) do entries[#entries + 1] = entry end
	return entries
end

-- How many plays wait, how many were refused, how many lines are damaged, how many are not on the disk.
function journal:counts()
	local counts = { waiting = 0, rejected = 0, damaged = 0, unsaved = #self.unsaved }
	for _, entry in ipairs(self:all()) do
		local kind = entry.state == "waiting" and "waiting" or "rejected"
		counts[kind] = counts[kind] + 1
	end
	for _, file in ipairs(self.files) do counts.damaged = counts.damaged + #file.damaged end
	return counts
end

-- Entries without one of them, and whether it was there.
local function without(entries, gone)
	local left = {}
	for _, entry in ipairs(entries) do
		if entry ~= gone then left[#left + 1] = entry end
	end
	return left, #left < #entries
end

local function fileFor(self, size)
	for _, file in ipairs(self.files) do
		local used = sizeOf(file)
		if used == 0 or used + size <= usualSize then return file end
	end
	if #self.files >= mostFiles then return nil end
	local file = fileAt(pathOf(self, #self.files + 1))
	self.files[#self.files + 1] = file
	return file
end

-- Only what the server refused gives way, the oldest first; what waits stays.
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
	if entry.problem ~= reason then engine.trace("the play is not on the disk:", reason) end
	entry.pending, entry.problem = nil, reason
	self.retryAt = engine.now() + patience
	engine.broadcast("StepledgerChanged")
end

local function hasStale(file)
	for _, entry in ipairs(file.entries) do
		if entry.stale then return true end
	end
	return false
end

local function write(self, file, entry)
	local content = textOf(file, entry)
	local done, reason = files.write(file.path, content)
	-- `changed`: whether the file is to be written again even so.
	self.written = { file = file, entry = entry, content = content, done = done, reason = reason, changed = hasStale(file) }
	-- Until it was read back nobody knows what the file holds.
	file.changed = true
end

-- Whether what was written is there: a full disk may say nothing.
local function readBack(self)
	local written = self.written
	self.written = nil
	local file, entry = written.file, written.entry
	local done = written.done and files.read(file.path) == written.content
	if done then file.changed = written.changed end
	if not done then
		self.retryAt = engine.now() + patience
		if entry then keepInMemory(self, entry, written.reason or "the disk does not hold what was written") end
		return
	end
	if not entry then return end
	local there
	self.unsaved, there = without(self.unsaved, entry)
	entry.pending, entry.problem = nil, nil
	if there then entry.file, file.entries[#file.entries + 1] = file, entry end
	-- The server may have confirmed or refused it meanwhile.
	if not there or entry.stale then file.changed = true end
	engine.broadcast("StepledgerChanged")
end

local function change(self, file)
	file.changed = true
	if self.written and self.written.file == file then self.written.changed = true end
end

-- The next entry that no file has yet, in its file. A long one is summed up in a frame of its own.
local function writeUnsaved(self)
	local entry = self.unsaved[1]
	if not entry.line or entry.stale then
		entry.line, entry.stale = journalLine.write(entry), nil
		if #entry.line > frame.bytes then return end
	end
	local file = makeRoom(self, #entry.line + 1)
	if not file then return keepInMemory(self, entry, "the journal is full") end
	write(self, file, entry)
end

-- Writes a file that has changed. Lines whose entry has changed are made before, as many as fit into a frame.
local function writeChanged(self, file)
	local bytes = 0
	for _, entry in ipairs(file.entries) do
		if entry.stale then
			if bytes > frame.bytes then return end
			entry.line, entry.stale = journalLine.write(entry), nil
			bytes = bytes + #entry.line
		end
	end
	if bytes <= frame.bytes then write(self, file) end
end

local function changedFile(self)
	for _, file in ipairs(self.files) do
		if file.changed then return file end
	end
	return nil
end

-- Does the next step there is to do. Whether that was work for a whole frame.
function journal:work()
	if self.closed then return false end
	if self.next and readSome(self) then return true end
	if self.written then
		local long = #self.written.content > frame.bytes
		readBack(self)
		if long then return true end
	end
	local first = self.unsaved[1]
	if first and (first.pending or engine.now() >= self.retryAt) then
		writeUnsaved(self)
		return true
	end
	local file = engine.now() >= self.retryAt and changedFile(self)
	if file then writeChanged(self, file) end
	return file and true or false
end

-- Whether a play is on its way to the disk.
function journal:isBusy()
	return not self.closed and (self.written ~= nil or self.unsaved[1] ~= nil and self.unsaved[1].pending == true)
end

-- Takes a play, to be written down next. Until it is on the disk, or the disk has refused it, it is `pending`; what was
-- refused has a `problem`, is kept in memory, and sent all the same.
function journal:add(entry)
	entry.pending = true
	-- Before those that the disk did not take.
	table.insert(self.unsaved, 1, entry)
	if self.closed then keepInMemory(self, entry, "the memory card is gone") end
end

-- Notes what has become of an entry. One that can't be written is as before after a restart, and is sent again.
function journal:update(entry)
	entry.stale = true
	if entry.file then change(self, entry.file) end
end

function journal:remove(entry)
	self.unsaved = without(self.unsaved, entry)
	local file = entry.file
	if not file then return end
	file.entries = without(file.entries, entry)
	entry.file = nil
	change(self, file)
end

-- The folder is gone, or another one now: nothing is written any more.
function journal:close()
	self.closed = true
	for _, entry in ipairs(self.unsaved) do
		if entry.pending then keepInMemory(self, entry, "the memory card is gone") end
	end
end

return journal
