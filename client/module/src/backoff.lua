-- How long to leave a server alone that did not answer as it should.
local engine = require("engine")

local backoff = {}

-- Seconds. A server that is back is found by a check of the key, which costs little, within `checkPause`.
local first, longest, checkPause = 5, 300, 30

-- `answers`: the server has answered a check since the last play was saved, so another one would tell nothing.
function backoff.new() return { failures = 0, untilTime = 0, checkAt = 0, asked = false, answers = false } end

-- With jitter, so that not all players of an outage come back in the same second.
local function jittered(seconds) return seconds * (0.5 + math.random() / 2) end

-- `wait`: seconds that the server asked for; nil when it said nothing.
function backoff.failed(self, wait)
	self.failures = self.failures + 1
	local seconds = math.min(longest, first * 2 ^ math.min(self.failures - 1, 10))
	self.asked = wait ~= nil
	self.untilTime = engine.now() + (wait or jittered(seconds))
	local early = not wait and not self.answers
	self.checkAt = early and math.min(self.untilTime, engine.now() + jittered(checkPause)) or self.untilTime
end

function backoff.succeeded(self)
	self.failures, self.untilTime, self.checkAt, self.asked, self.answers = 0, 0, 0, false, false
end

-- The server has answered a check: the pause is over. Should it fail at plays all the same, pauses go on growing.
function backoff.answered(self)
	self.untilTime, self.checkAt, self.asked, self.answers = 0, math.huge, false, true
end

-- It did not answer a check.
function backoff.checkFailed(self, wait)
	self.answers = false
	backoff.failed(self, wait)
end

-- The player went on to another screen: one more try, unless the server itself has asked for patience.
function backoff.screenChanged(self)
	if not self.asked then self.checkAt = 0 end
end

-- Whether to send now. A play that was just finished is tried at once, unless the server itself has asked for patience.
function backoff.over(self, fresh)
	return engine.now() >= self.untilTime or (fresh and not self.asked)
end

-- Whether to ask now whether the server is back, though the pause is not over. Its answer ends the pause.
function backoff.mayCheck(self)
	return self.failures > 0 and engine.now() >= self.checkAt
end

return backoff
