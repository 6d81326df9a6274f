-- Requests the boards of the chart that was just played, and the player's places in events that have it, for the pane,
-- once the play is stored.
local answer = require("answer")
local backoff = require("backoff")
local chart = require("chart")
local http = require("http")
local json = require("json")
local profile = require("profile")

local boards = {}

local rows = 7
-- In s.
local timeout = 5
local maxTries = 3

-- Returns the response to a stored play whose boards are still to be requested; nil otherwise.
local function submitResult(submission, verdicts)
	local entry, self = submission.entry, submission.profile
	local isCurrent = submission.boards and not submission.isOutdated
	if not entry or not self or isCurrent or (submission.tries or 0) >= maxTries then return nil end
	local verdict = verdicts[entry.key]
	if not verdict or verdict.kind ~= "saved" then return nil end
	if not profile.canSend(self) or not backoff.canSend(self.backoff) then return nil end
	return type(verdict.result) == "table" and verdict.result or {}
end

-- Called when the boards of a play have arrived for the first time: it may have moved down the other player, if both
-- played one chart.
local function outdateOthers(submissions, submission, position)
	for _, other in pairs(submissions) do
		local isSame = other.boards and other.profile.url == submission.profile.url
			and chart.pathOf(other.entry.body) == chart.pathOf(submission.entry.body)
		if other ~= submission and isSame then other.isOutdated, other.position, other.tries = true, position, 0 end
	end
end

local function request(submissions, submission, result, changed)
	submission.tries = (submission.tries or 0) + 1
	local position = submission.position or result.position
	http.send({
		account = submission.profile,
		method = "GET",
		path = chart.pathOf(submission.entry.body) .. "/leaderboards?limit=" .. rows,
		-- Reads from the position of the play, or of the other player's later one, so that the boards contain it.
		headers = { ["Ledger-Position"] = type(position) == "string" and position or nil },
		timeout = timeout,
	}, function(res)
		local body = res.status == 200 and json.decode(res.body)
		local isStale = answer.header(res.headers, "ledger-stale") ~= nil and submission.tries < maxTries
		if type(body) == "table" and type(body.leaderboards) == "table" and not isStale then
			if not submission.boards then outdateOthers(submissions, submission, result.position) end
			submission.boards, submission.events, submission.isOutdated = body.leaderboards, body.events, nil
		elseif answer.read(res).kind == "later" then
			backoff.failed(submission.profile.backoff)
		end
		changed()
	end)
end

-- Requests the boards of a player whose play is stored. Returns whether it has sent a request. `changed` is called when
-- the response has arrived.
function boards.fetch(submissions, verdicts, changed)
	for _, submission in pairs(submissions) do
		local result = submitResult(submission, verdicts)
		if result then
			request(submissions, submission, result, changed)
			return true
		end
	end
	return false
end

return boards
