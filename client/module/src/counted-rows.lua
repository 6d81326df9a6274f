-- Finds where the game stopped counting the rows of a failed or given-up play. The server ignores rows from the first
-- empty point of the life bar on, so the life bar that is sent has that point exactly there.
local countedRows = {}

-- Larger than the error of rounding to microseconds.
local margin = 2e-6

local function timeOf(row) return type(row) == "table" and tonumber(row[1]) or 0 end

-- Returns how many of the theme's rows the game has counted. Some themes list more rows than the game judges; then rows
-- are compared by time.
local function rowsCounted(record, rows)
	if #record.rows == #rows then return record.counted end
	local last = record.rows[record.counted]
	if not last then return 0 end
	local count = #rows
	while count > 0 and timeOf(rows[count]) > last[1] do count = count - 1 end
	return count
end

-- Returns {rows, at, stopped}: how many of `rows` count, the song second from which on none does, and whether the life
-- bar is empty from there on. Nil if nothing was recorded or the play was passed.
function countedRows.find(record, rows, failed, gaveUp)
	if not record or #record.rows == 0 or not (failed or gaveUp) then return nil end
	local count = rowsCounted(record, rows)
	local at = count > 0 and timeOf(rows[count]) + margin or timeOf(rows[1]) - 1
	return { rows = count, at = at, stopped = count < #rows or (failed and not gaveUp) }
end

return countedRows
