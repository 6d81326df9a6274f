-- The plays of a profile that the server has not confirmed, written before they are sent. The game can't delete or append to a file: the journal
-- is a few of them, each rewritten whole, so that a long queue costs no long write.
local files = require("files")
local journalLine = require("journal-line")

local journal = {}

local mostFiles = 64
-- Bytes of a file, beyond which the next one is used. A longer play has one of its own.
local usualSize = 1024 * 1024

local function textOf(file)
	local lines = {}
	for i = 1, #file.damaged do lines[#lines + 1] = file.damaged[i] end
	for i = 1, #file.entries do lines[#lines + 1] = file.entries[i].line end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

local function sizeOf(file)
	local size = 0
	for i = 1, #file.damaged do size = size + #file.damaged[i] + 1 end
	for i = 1, #file.entries do size = size + #file.entries[i].line + 1 end
	return size
end

local function readFile(path)
	local file = { path = path, entries = {}, damaged = {} }
	local content = files.read(path)
	-- What is there and can't be read is not to be overwritten.
	if not content and files.exists(path) then return nil end
	for line in string.gmatch(content or "", "[^\r\n]+") do
		local entry = journalLine.read(line)
		if entry then
			entry.line, entry.file = line, file
			file.entries[#file.entries + 1] = entry
		else
			file.damaged[#file.damaged + 1] = line
		end
	end
	return file, content ~= nil
end

-- Opens the journal in the folder of a profile. Plays that an older module was refused may be sent again by this one.
function journal.open(folder, version)
	local self = { folder = folder, files = {}, unsaved = {}, version = version }
	local missing = 0
	for i = 1, mostFiles do
		local file, there = readFile(folder .. "Stepledger/plays-" .. i .. ".jsonl")
		if file then
			self.files[#self.files + 1] = file
			for _, entry in ipairs(file.entries) do
				if entry.state == "rejected" and entry.by ~= version then entry.state = "waiting" end
			end
			missing = there and 0 or missing + 1
			if missing == 3 then break end
		end
	end
	return setmetatable(self, { __index = journal })
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

local function without(entries, gone)
	local left = {}
	for _, entry in ipairs(entries) do
		if entry ~= gone then left[#left + 1] = entry end
	end
	return left
end

local function fileFor(self, size)
	for _, file in ipairs(self.files) do
		local used = sizeOf(file)
		if used == 0 or used + size <= usualSize then return file end
	end
	local next = #self.files + 1
	if next > mostFiles then return nil end
	self.files[next] = { path = self.folder .. "Stepledger/plays-" .. next .. ".jsonl", entries = {}, damaged = {} }
	return self.files[next]
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

local function store(self, entry)
	if self.closed then return nil, "the memory card is gone" end
	entry.line = journalLine.write(entry)
	local file = makeRoom(self, #entry.line + 1)
	if not file then return nil, "the journal is full" end
	file.entries[#file.entries + 1] = entry
	local done, reason = files.write(file.path, textOf(file))
	if not done then
		file.entries[#file.entries] = nil
		return nil, reason
	end
	entry.file = file
	return true
end

-- Writes a play down. Nil and why when the disk does not take it: it is kept in memory then, and sent all the same.
function journal:add(entry)
	local done, reason = store(self, entry)
	if not done then self.unsaved[#self.unsaved + 1] = entry end
	return done, reason
end

-- Tries again to write down what the disk did not take.
function journal:saveRest()
	for _, entry in ipairs(self.unsaved) do
		if not store(self, entry) then return end
		self.unsaved = without(self.unsaved, entry)
	end
end

-- Notes what has become of an entry. One that can't be written is as before after a restart, and is sent again.
function journal:update(entry)
	entry.line = journalLine.write(entry)
	if entry.file and not self.closed then files.write(entry.file.path, textOf(entry.file)) end
end

function journal:remove(entry)
	self.unsaved = without(self.unsaved, entry)
	local file = entry.file
	if not file then return end
	file.entries = without(file.entries, entry)
	entry.file = nil
	if not self.closed then files.write(file.path, textOf(file)) end
end

return journal
