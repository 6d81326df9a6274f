-- A line of the journal: a JSON object whose last field is the request body, byte for byte. A SHA-1 checksum detects
-- damaged lines.
local engine = require("engine")
local json = require("json")

local journalLine = {}

-- Can't occur in a JSON string, where quotation marks are escaped.
local beforeBody = ',"play":'

function journalLine.write(entry)
	local fields = json.value({
		key = entry.key, title = entry.title, at = entry.at, up = entry.up, run = entry.run, user = entry.user,
		state = entry.state, reason = entry.reason, by = entry.by,
	})
	local rest = string.sub(fields, 2, -2) .. beforeBody .. entry.body .. "}"
	return '{"sum":"' .. (engine.sha1(rest) or "") .. '",' .. rest
end

-- Returns the entry, or nil if the line is damaged.
function journalLine.read(line)
	local checksum, rest = string.match(line, '^{"sum":"(%x*)",(.*)$')
	if not checksum or (checksum ~= "" and checksum ~= (engine.sha1(rest) or checksum)) then return nil end
	local from, to = string.find(rest, beforeBody, 1, true)
	if not from or string.sub(rest, -1) ~= "}" then return nil end
	local entry = json.decode("{" .. string.sub(rest, 1, from - 1) .. "}")
	if type(entry) ~= "table" or type(entry.key) ~= "string" then return nil end
	entry.body = string.sub(rest, to + 1, -2)
	return entry
end

return journalLine
