-- Files of a profile. A write is whole or not there: the game writes beside and renames, and waits for the disk.
local engine = require("engine")

local files = {}

local modeRead, modeWrite, modeFlush = 1, 2, 8
-- A file with more gaps than that is left as it is.
local mostPieces = 1000

local function open(path, mode)
	local file = RageFileUtil and engine.run(RageFileUtil.CreateRageFile)
	if not file then return nil end
	if file:Open(path, mode) then return file end
	file:destroy()
	return nil
end

-- What is in the file, nil when there is none. The game's read ends at the first NUL, as a power cut may leave some:
-- what lies behind is read as well, each stretch of NULs as a new line.
function files.read(path)
	local file = open(path, modeRead)
	if not file then return nil end
	local done, content = pcall(function()
		local pieces = { file:Read() or "" }
		if not file.Tell or not file.Seek then return pieces[1] end
		local size, at = file:Tell(), #pieces[1]
		while at < size and #pieces < mostPieces do
			at = at + 1
			file:Seek(at)
			local piece = at < size and file:Read() or ""
			if piece ~= "" then pieces[#pieces + 1] = piece end
			at = at + #piece
		end
		return table.concat(pieces, "\n")
	end)
	pcall(function()
		file:Close()
		file:destroy()
	end)
	return done and content or nil
end

-- Replaces the file. Nil and why when the disk has refused it; one that is full may say nothing, so read it again.
function files.write(path, content)
	local file = open(path, modeWrite + modeFlush)
	if not file then return nil, "it can't be opened" end
	local done, written = pcall(file.Write, file, content)
	local told = engine.ask(file, "GetError")
	local closed = pcall(file.Close, file)
	pcall(file.destroy, file)
	if not done or not closed then return nil, "it can't be written" end
	if type(written) == "number" and written < 0 then return nil, "it can't be written" end
	if type(told) == "string" and told ~= "" then return nil, told end
	return true
end

-- Whether there is such a file, readable or not.
function files.exists(path)
	return engine.ask(FILEMAN, "DoesFileExist", path) and true or false
end

return files
