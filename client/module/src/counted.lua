-- Where the game stopped counting the rows of a failed play or of one that was given up. The server leaves out the rows
-- from the first point of the life bar on that is empty, so that point must lie there.
local counted = {}

-- More than rounding to microseconds can take away.
local gap = 2e-6

local function timeOf(row) return type(row) == "table" and tonumber(row[1]) or 0 end

-- How many of the theme's rows the game has counted. Some themes list more than the game judges: then time decides.
local function rowsCounted(record, rows)
	if #record.rows == #rows then return record.counted end
	local last = record.rows[record.counted]
	if not last then return 0 end
	local count = #rows
	while count > 0 and timeOf(rows[count]) > last[1] do count = count - 1 end
	return count
end

-- {rows, at, stopped}: how many of `rows` count, the song second from which on none does, and whether the bar is shown
-- as empty from there on. Nil where nothing was recorded, or all of a passed play counts.
function counted.of(record, rows, failed, gaveUp)
	if not record or #record.rows == 0 or not (failed or gaveUp) then return nil end
	local count = rowsCounted(record, rows)
	local at = count > 0 and timeOf(rows[count]) + gap or timeOf(rows[1]) - 1
	return { rows = count, at = at, stopped = count < #rows or (failed and not gaveUp) }
end

return counted
