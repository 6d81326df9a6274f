-- Scores of a chart for a player: own bests with their ranks, the best of the rivals, events that have it. Cached for
-- the session; a saved play invalidates them.
local answer = require("answer")
local backoff = require("backoff")
local http = require("http")
local json = require("json")
local profile = require("profile")

local chartScores = {}

-- In s.
local timeout = 5
-- Max charts in the cache of a profile, which is cleared when it is full.
local maxCharts = 500

local function cacheOf(self)
	if not self.charts or self.charts.key ~= self.key or self.charts.count >= maxCharts then
		self.charts = { key = self.key, count = 0, byHash = {} }
	end
	return self.charts
end

-- Returns the parts of a response that are shown; nil if it has another shape.
local function read(hash, body)
	local around = type(body) == "table" and type(body.around) == "table" and body.around[hash]
	if type(around) ~= "table" or type(around.boards) ~= "table" then return nil end
	local ownBests = type(body.scores) == "table" and body.scores[hash]
	local scores = { boards = {}, events = type(around.events) == "table" and around.events or {} }
	for _, board in ipairs(around.boards) do
		local best = type(ownBests) == "table" and ownBests[tostring(board.id)]
		scores.boards[#scores.boards + 1] = {
			type = board.type, rank = board.rank,
			score = type(best) == "table" and best.score or nil,
			rival = type(board.rival) == "table" and board.rival or nil,
		}
	end
	return scores
end

-- Returns the cached {boards, events}, or nil.
function chartScores.cached(self, hash)
	local cachedChart = cacheOf(self).byHash[hash]
	return cachedChart and cachedChart.scores or nil
end

-- Requests a chart that is not cached, or was cached before the last saved play. Returns whether it has sent a request.
-- `changed` is called when the response has arrived.
function chartScores.request(self, hash, changed)
	local cache = cacheOf(self)
	local cachedChart = cache.byHash[hash]
	local savedCount = self.savedCount or 0
	if cachedChart and cachedChart.savedCount == savedCount then return false end
	if not profile.canSend(self) or not backoff.canSend(self.backoff) then return false end
	if not http.isAllowed(self.url .. "/v1/retrieve-scores") then return false end
	cache.count = cache.count + (cachedChart and 0 or 1)
	cache.byHash[hash] = { savedCount = savedCount, scores = cachedChart and cachedChart.scores }
	http.send({
		account = self,
		method = "POST",
		path = "/v1/retrieve-scores",
		body = '{"chartHashes":["' .. hash .. '"],"around":true}',
		headers = { ["Ledger-Position"] = self.position },
		timeout = timeout,
	}, function(res)
		local scores = res.status == 200 and read(hash, json.decode(res.body)) or nil
		if scores then
			cache.byHash[hash].scores = scores
		elseif res.status == 400 and self.position then
			-- The position of the last play is of another ledger: the server was moved or restored.
			self.position, cache.byHash[hash].savedCount = nil, nil
		elseif answer.read(res).kind == "later" then
			cache.byHash[hash].savedCount = nil
			backoff.failed(self.backoff)
		end
		changed()
	end)
	return true
end

return chartScores
