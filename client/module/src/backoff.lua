-- How long to leave a server alone that did not answer as it should.
local engine = require("engine")

local backoff = {}

local first, longest = 5, 300

function backoff.new() return { failures = 0, untilTime = 0, asked = false } end

-- `wait`: seconds that the server asked for; nil when it said nothing.
function backoff.failed(self, wait)
	self.failures = self.failures + 1
	local seconds = math.min(longest, first * 2 ^ math.min(self.failures - 1, 10))
	self.asked = wait ~= nil
	-- Not all players of an outage come back in the same second.
	self.untilTime = engine.now() + (wait or seconds * (0.5 + math.random() / 2))
end

function backoff.succeeded(self)
	self.failures, self.untilTime, self.asked = 0, 0, false
end

-- Whether to ask now. A play that was just finished is tried at once, unless the server itself has asked for patience.
function backoff.over(self, fresh)
	return engine.now() >= self.untilTime or (fresh and not self.asked)
end

return backoff
