-- The boards of the chart that was just played, and the player's places in events that have it, for the panel: asked
-- for once its play is stored.
local answer = require("answer")
local backoff = require("backoff")
local http = require("http")
local json = require("json")
local profile = require("profile")

local boards = {}

local rows = 7
-- Seconds. A panel that comes late is of no use.
local patience = 5
local mostTries = 3

-- The answer to the play of this player, when it is stored and its boards are still to be asked for.
local function resultOf(shown, verdicts)
	local entry, self = shown.entry, shown.profile
	if not entry or not self or shown.boards or (shown.tries or 0) >= mostTries then return nil end
	local verdict = verdicts[entry.key]
	if not verdict or verdict.kind ~= "saved" or not profile.canSend(self) or not backoff.over(self.backoff) then return nil end
	return type(verdict.result) == "table" and verdict.result or {}
end

local function ask(shown, result, changed)
	shown.tries = (shown.tries or 0) + 1
	http.send({
		account = shown.profile,
		method = "GET",
		path = "/v1/chart/" .. (string.match(shown.entry.body, '"hash":"(%x+)"') or "") .. "/leaderboards?limit=" .. rows,
		-- With the play that was just stored.
		headers = { ["Ledger-Position"] = type(result.position) == "string" and result.position or nil },
		timeout = patience,
	}, function(res)
		local told = res.status == 200 and json.decode(res.body)
		local stale = answer.header(res.headers, "ledger-stale") ~= nil and shown.tries < mostTries
		if type(told) == "table" and type(told.leaderboards) == "table" and not stale then
			shown.boards, shown.events = told.leaderboards, told.events
		elseif answer.read(res).kind == "later" then
			backoff.failed(shown.profile.backoff)
		end
		changed()
	end)
end

-- Asks for the boards of a player whose play is stored. Whether it did; `changed` is called when they are there.
function boards.fetch(allShown, verdicts, changed)
	for _, shown in pairs(allShown) do
		local result = resultOf(shown, verdicts)
		if result then
			ask(shown, result, changed)
			return true
		end
	end
	return false
end

return boards
