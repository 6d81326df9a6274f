-- The game knows its local time without a zone, and how long it has run. How long ago a play was follows from both.
local engine = require("engine")

local clock = {}

-- `2026-11-22T15:04:05`, the local time of this machine. Nil when the game can't tell.
function clock.localTime()
	local year, month = engine.run(Year), engine.run(MonthOfYear)
	if not year or not month then return nil end
	return string.format("%04d-%02d-%02dT%02d:%02d:%02d", year, month + 1, engine.run(DayOfMonth) or 1,
		engine.run(Hour) or 0, engine.run(Minute) or 0, engine.run(Second) or 0)
end

-- Seconds of a local time since some midnight long ago, for differences. Nil for what is none.
function clock.seconds(localTime)
	local year, month, day, hour, minute, second =
		string.match(localTime or "", "^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d):(%d%d):(%d%d)$")
	if not year then return nil end
	year, month, day = tonumber(year), tonumber(month), tonumber(day)
	-- Days of a calendar whose years begin in March, so that the leap day is the last.
	if month <= 2 then year, month = year - 1, month + 12 end
	local days = 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
		+ math.floor((153 * (month - 3) + 2) / 5) + day
	return ((days * 24 + tonumber(hour)) * 60 + tonumber(minute)) * 60 + tonumber(second)
end

local mostAge = 10 * 365 * 86400

-- How long ago it was, in whole seconds: `at` is the local time of then, `up` how long the game had run, `run` which
-- run of the game it was. Nil when the clock was changed meanwhile, so that nobody can tell.
function clock.age(at, up, run, thisRun)
	local age
	if run == thisRun and type(up) == "number" then
		age = engine.now() - up
	else
		local from, to = clock.seconds(at), clock.seconds(clock.localTime())
		age = from and to and to - from
	end
	if not age or age < 0 or age > mostAge then return nil end
	return math.floor(age)
end

return clock
