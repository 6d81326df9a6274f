-- Exponential back-off with jitter after failed requests.
local engine = require("engine")

local backoff = {}

-- In s. During a pause, a cheap key check is made after at most `checkPause`, so that a recovered server is found
-- early.
local firstPause, maxPause, checkPause = 5, 300, 30

-- `checkPassed`: a key check has succeeded since the last play was saved. Then only plays fail, and another check is
-- useless. `longest`: maximum pause; five minutes by default.
function backoff.new(longest)
	return { failures = 0, retryAt = 0, checkAt = 0, hasRetryAfter = false, checkPassed = false, longest = longest or maxPause }
end

-- Spreads out clients that retry after the same outage.
local function jittered(seconds) return seconds * (0.5 + math.random() / 2) end

-- `retryAfter`: seconds from the Retry-After header; nil if there was none.
function backoff.failed(self, retryAfter)
	self.failures = self.failures + 1
	local seconds = math.min(self.longest, firstPause * 2 ^ math.min(self.failures - 1, 10))
	self.hasRetryAfter = retryAfter ~= nil
	self.retryAt = engine.uptime() + (retryAfter or jittered(seconds))
	local canCheckEarly = not retryAfter and not self.checkPassed
	self.checkAt = canCheckEarly and math.min(self.retryAt, engine.uptime() + jittered(checkPause)) or self.retryAt
end

function backoff.succeeded(self)
	self.failures, self.retryAt, self.checkAt, self.hasRetryAfter, self.checkPassed = 0, 0, 0, false, false
end

-- Called when a key check has succeeded: ends the pause. Keeps the number of failures, so that pauses grow further if
-- plays still fail.
function backoff.checkSucceeded(self)
	self.retryAt, self.checkAt, self.hasRetryAfter, self.checkPassed = 0, math.huge, false, true
end

-- Called when a key check has failed.
function backoff.checkFailed(self, retryAfter)
	self.checkPassed = false
	backoff.failed(self, retryAfter)
end

-- Called on a screen change: permits a key check at once, unless the server has sent Retry-After.
function backoff.screenChanged(self)
	if not self.hasRetryAfter then self.checkAt = 0 end
end

-- Returns whether a play can be sent now. A fresh play ignores the pause, unless the server has sent Retry-After.
function backoff.canSend(self, fresh)
	return engine.uptime() >= self.retryAt or (fresh and not self.hasRetryAfter)
end

-- Returns whether a key check can be made now, during a pause.
function backoff.canCheck(self)
	return self.failures > 0 and engine.uptime() >= self.checkAt
end

return backoff
