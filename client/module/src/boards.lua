-- The boards of the chart that was just played, for the panel: asked for once its play is stored.
local answer = require("answer")
local backoff = require("backoff")
local http = require("http")
local json = require("json")
local profile = require("profile")

local boards = {}

local rows = 7
-- A panel that comes late is of no use.
local patience = 5

local function wanted(shown, verdicts)
	local entry, self = shown.entry, shown.profile
	if not entry or not self or shown.boards or shown.asked or not profile.canSend(self) then return false end
	local verdict = verdicts[entry.key]
	return verdict ~= nil and verdict.kind == "saved" and backoff.over(self.backoff)
end

-- Asks for the boards of the first player whose play is stored. Whether it did; `changed` is called when they are there.
function boards.fetch(allShown, verdicts, changed)
	for _, shown in pairs(allShown) do
		if wanted(shown, verdicts) then
			shown.asked = true
			http.send({
				account = shown.profile,
				method = "GET",
				path = "/v1/chart/" .. (string.match(shown.entry.body, '"hash":"(%x+)"') or "") .. "/leaderboards?limit=" .. rows,
				timeout = patience,
			}, function(res)
				local told = res.status == 200 and json.decode(res.body)
				if type(told) == "table" and type(told.leaderboards) == "table" then
					shown.boards = told.leaderboards
				elseif answer.read(res).kind == "later" then
					backoff.failed(shown.profile.backoff)
				end
				changed()
			end)
			return true
		end
	end
	return false
end

return boards
