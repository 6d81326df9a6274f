-- What the server knows of a chart for a player: own bests with their ranks, the best of the rivals, events that have
-- it. Each chart is asked for once a session, and once more after each play.
local answer = require("answer")
local backoff = require("backoff")
local http = require("http")
local json = require("json")
local profile = require("profile")

local chartScores = {}

-- Seconds. What comes late is of no use.
local patience = 5
-- Charts kept in memory for each profile; more begin again.
local most = 500

local function cacheOf(self)
	if not self.charts or self.charts.key ~= self.key or self.charts.count >= most then
		self.charts = { key = self.key, count = 0, byHash = {} }
	end
	return self.charts
end

-- Only what is shown, and only in the shape that is expected.
local function read(hash, body)
	local around = type(body) == "table" and type(body.around) == "table" and body.around[hash]
	if type(around) ~= "table" or type(around.boards) ~= "table" then return nil end
	local own = type(body.scores) == "table" and body.scores[hash]
	local found = { boards = {}, events = type(around.events) == "table" and around.events or {} }
	for _, board in ipairs(around.boards) do
		local best = type(own) == "table" and own[tostring(board.id)]
		found.boards[#found.boards + 1] = {
			type = board.type, rank = board.rank,
			score = type(best) == "table" and best.score or nil,
			rival = type(board.rival) == "table" and board.rival or nil,
		}
	end
	return found
end

-- {boards, events}, nil while nothing is known.
function chartScores.of(self, hash)
	local known = cacheOf(self).byHash[hash]
	return known and known.found or nil
end

-- Asks for a chart that was not asked for yet, or not since the last play. Whether it did; `changed` is called when the
-- answer is here.
function chartScores.ask(self, hash, changed)
	local cache = cacheOf(self)
	local known = cache.byHash[hash]
	local saved = self.saved or 0
	if known and known.saved == saved then return false end
	if not profile.canSend(self) or not backoff.over(self.backoff) or not http.allowed(self.url .. "/v1/retrieve-scores") then
		return false
	end
	cache.count = cache.count + (known and 0 or 1)
	cache.byHash[hash] = { saved = saved, found = known and known.found }
	http.send({
		account = self,
		method = "POST",
		path = "/v1/retrieve-scores",
		body = '{"chartHashes":["' .. hash .. '"],"around":true}',
		headers = { ["Ledger-Position"] = self.position },
		timeout = patience,
	}, function(res)
		local found = res.status == 200 and read(hash, json.decode(res.body)) or nil
		if found then
			cache.byHash[hash].found = found
		elseif answer.read(res).kind == "later" then
			cache.byHash[hash].saved = nil
			backoff.failed(self.backoff)
		end
		changed()
	end)
	return true
end

return chartScores
