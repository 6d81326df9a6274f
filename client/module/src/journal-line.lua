-- A play as a line of the journal: one JSON object, whose last field is the body as it is sent, byte for byte. A sum
-- over the line tells when the disk has damaged it.
local engine = require("engine")
local json = require("json")

local journalLine = {}

-- No text of JSON can hold this: a quotation mark in one is escaped.
local beforeBody = ',"play":'

function journalLine.write(entry)
	local about = json.value({
		key = entry.key, title = entry.title, at = entry.at, up = entry.up, run = entry.run, user = entry.user,
		state = entry.state, reason = entry.reason, by = entry.by,
	})
	local rest = string.sub(about, 2, -2) .. beforeBody .. entry.body .. "}"
	return '{"sum":"' .. (engine.sha1(rest) or "") .. '",' .. rest
end

-- The entry, or nil for a line that is damaged.
function journalLine.read(line)
	local sum, rest = string.match(line, '^{"sum":"(%x*)",(.*)$')
	if not sum or (sum ~= "" and sum ~= (engine.sha1(rest) or sum)) then return nil end
	local from, to = string.find(rest, beforeBody, 1, true)
	if not from or string.sub(rest, -1) ~= "}" then return nil end
	local entry = json.decode("{" .. string.sub(rest, 1, from - 1) .. "}")
	if type(entry) ~= "table" or type(entry.key) ~= "string" then return nil end
	entry.body = string.sub(rest, to + 1, -2)
	return entry
end

return journalLine
