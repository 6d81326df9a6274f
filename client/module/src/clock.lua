-- Ages of plays. The game has local time without a time zone, and its uptime. The age of a play is a difference of one
-- of them.
local engine = require("engine")

local clock = {}

-- Returns the local time as `2026-11-22T15:04:05`; nil if the game has no clock.
function clock.localTime()
	local year, month = engine.callFunction(Year), engine.callFunction(MonthOfYear)
	if not year or not month then return nil end
	return string.format("%04d-%02d-%02dT%02d:%02d:%02d", year, month + 1, engine.callFunction(DayOfMonth) or 1,
		engine.callFunction(Hour) or 0, engine.callFunction(Minute) or 0, engine.callFunction(Second) or 0)
end

-- Converts a local time to seconds since a fixed midnight, for differences. Returns nil for invalid input.
function clock.seconds(localTime)
	local year, month, day, hour, minute, second =
		string.match(localTime or "", "^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d):(%d%d):(%d%d)$")
	if not year then return nil end
	year, month, day = tonumber(year), tonumber(month), tonumber(day)
	-- Years begin in March here, so that a leap day is the last day of its year.
	if month <= 2 then year, month = year - 1, month + 12 end
	local days = 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
		+ math.floor((153 * (month - 3) + 2) / 5) + day
	return ((days * 24 + tonumber(hour)) * 60 + tonumber(minute)) * 60 + tonumber(second)
end

local maxAge = 10 * 365 * 86400

-- Returns the age of a play in whole seconds. `at`: its local time. `up`: the uptime at that moment. `session` and
-- `currentSession`: ids of runs of the game; within one run the age follows from the uptime. Returns nil if the age is
-- not plausible because the clock was changed.
function clock.age(at, up, session, currentSession)
	local age
	if session == currentSession and type(up) == "number" then
		age = engine.uptime() - up
	else
		local from, to = clock.seconds(at), clock.seconds(clock.localTime())
		age = from and to and to - from
	end
	if not age or age < 0 or age > maxAge then return nil end
	return math.floor(age)
end

return clock
