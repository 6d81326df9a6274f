-- File access. Writes are atomic: the game writes a temporary file, flushes it and renames it.
local engine = require("engine")

local files = {}

local modeRead, modeWrite, modeFlush = 1, 2, 8
-- Max pieces, separated by NULs, that are read of a file.
local maxPieces = 1000

local function open(path, mode)
	local file = RageFileUtil and engine.callFunction(RageFileUtil.CreateRageFile)
	if not file then return nil end
	if file:Open(path, mode) then return file end
	file:destroy()
	return nil
end

-- Returns the content of a file; nil if it can't be read. The game's Read() stops at a NUL, and a power cut may leave
-- NULs behind, so reading continues after them. Each run of NULs becomes a line break.
function files.read(path)
	local file = open(path, modeRead)
	if not file then return nil end
	local ok, content = pcall(function()
		local pieces = { file:Read() or "" }
		if not file.Tell or not file.Seek then return pieces[1] end
		local size, position = file:Tell(), #pieces[1]
		while position < size and #pieces < maxPieces do
			position = position + 1
			file:Seek(position)
			local piece = position < size and file:Read() or ""
			if piece ~= "" then pieces[#pieces + 1] = piece end
			position = position + #piece
		end
		return table.concat(pieces, "\n")
	end)
	pcall(function()
		file:Close()
		file:destroy()
	end)
	return ok and content or nil
end

-- Replaces a file. Returns true, or nil and the reason. A full disk may not report an error, so callers read the file
-- back.
function files.write(path, content)
	local file = open(path, modeWrite + modeFlush)
	if not file then return nil, "the file can't be opened" end
	local ok, written = pcall(file.Write, file, content)
	local errorText = engine.call(file, "GetError")
	local isClosed = pcall(file.Close, file)
	pcall(file.destroy, file)
	if not ok or not isClosed then return nil, "the file can't be written" end
	if type(written) == "number" and written < 0 then return nil, "the file can't be written" end
	if type(errorText) == "string" and errorText ~= "" then return nil, errorText end
	return true
end

-- Returns whether the file exists, even if it can't be read.
function files.exists(path)
	return engine.call(FILEMAN, "DoesFileExist", path) and true or false
end

return files
