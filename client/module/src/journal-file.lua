-- One file of a journal: a line for each entry, and the lines that could not be read, which are kept.
local files = require("files")
local journalLine = require("journal-line")

local journalFile = {}

-- `changed`: the file on disk may differ from the entries here.
function journalFile.new(path) return { path = path, entries = {}, damaged = {}, changed = false } end

-- Reads a file. Returns it and its size in bytes, nil if there is none. Returns no file if it exists but can't be read,
-- so that it is never overwritten.
function journalFile.read(path)
	local file = journalFile.new(path)
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

-- Returns the content to write, with `entry` added at the end.
function journalFile.content(file, entry)
	local lines = {}
	for i = 1, #file.damaged do lines[#lines + 1] = file.damaged[i] end
	for i = 1, #file.entries do lines[#lines + 1] = file.entries[i].line end
	if entry then lines[#lines + 1] = entry.line end
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

-- Returns the size of the content in bytes.
function journalFile.size(file)
	local size = 0
	for i = 1, #file.damaged do size = size + #file.damaged[i] + 1 end
	for i = 1, #file.entries do size = size + #file.entries[i].line + 1 end
	return size
end

-- Returns whether the line of an entry is out of date.
function journalFile.hasStale(file)
	for _, entry in ipairs(file.entries) do
		if entry.stale then return true end
	end
	return false
end

return journalFile
