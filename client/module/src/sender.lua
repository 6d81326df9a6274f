-- Sends the plays of the journals: fresh ones first and one at a time, then waiting ones in bulk.
local answer = require("answer")
local backoff = require("backoff")
local chart = require("chart")
local clock = require("clock")
local engine = require("engine")
local http = require("http")
local json = require("json")
local link = require("link")
local profile = require("profile")

local sender = { sessionId = engine.uuid(), newest = nil, verdicts = {} }

-- Limits of a bulk request. Plays: that of the server. Bytes: what can be concatenated in one frame and sent over a
-- slow line before the timeout.
local maxBulkPlays, maxBulkBytes = 50, 1000000

local function notifyChanged() engine.broadcast("StepledgerChanged") end

local function setVerdict(entry, verdict)
	sender.verdicts[entry.key] = verdict
end

local function readNewestVersion(res)
	sender.newest = answer.header(res.headers, "stepledger-newest-client") or sender.newest
end

-- Applies a verdict to the profile and the entry. `key`: the API key of the request. Returns false if the server could
-- not handle the play now.
local function applyVerdict(self, key, entry, verdict)
	local kind = verdict.kind
	-- The player has replaced the key during the request. The verdict is about the previous one.
	if kind ~= "saved" and key ~= self.key then
		setVerdict(entry, { kind = "later" })
		return true
	end
	setVerdict(entry, verdict)
	if kind == "saved" then
		self.journal:remove(entry)
		-- Invalidates the cached scores of charts. `position`: the ledger position from which on reads contain the
		-- play.
		self.savedCount = (self.savedCount or 0) + 1
		self.position = type(verdict.result) == "table" and verdict.result.position or self.position
	elseif kind == "rejected" then
		entry.state, entry.reason = "rejected", verdict.reason
		self.journal:update(entry)
	elseif kind == "key" then
		self.keyRejected = true
	elseif kind == "forbidden" then
		-- The key may be another player's, or may not be permitted to send. A check of the key tells which.
		self.keyChecked = nil
		entry.forbiddenCount = (entry.forbiddenCount or 0) + 1
	elseif kind == "blocked" then
		self.blocked = true
	else
		return false
	end
	return true
end

local function ageOf(entry) return clock.age(entry.at, entry.up, entry.run, sender.sessionId) end

local function sendOne(self, entry)
	setVerdict(entry, { kind = "sending" })
	local age, key = ageOf(entry), self.key
	http.send({
		account = self,
		method = "POST",
		path = chart.pathOf(entry.body) .. "/play",
		body = entry.body,
		headers = {
			["Idempotency-Key"] = entry.key,
			["Stepledger-User"] = entry.user,
			["Play-Age"] = age and tostring(age) or nil,
		},
	}, function(res)
		readNewestVersion(res)
		local verdict = answer.read(res)
		if applyVerdict(self, key, entry, verdict) then
			backoff.succeeded(self.backoff)
		else
			backoff.failed(self.backoff, verdict.retryAfter)
		end
		notifyChanged()
	end)
end

local function bulkBody(entries)
	local parts = {}
	for i, entry in ipairs(entries) do
		local age = ageOf(entry)
		parts[#parts + 1] = (i > 1 and "," or '{"plays":[') .. '{"idempotencyKey":' .. json.text(entry.key)
			.. (entry.user and ',"userId":' .. json.text(entry.user) or "") .. (age and ',"age":' .. age or "") .. ',"play":'
		parts[#parts + 1] = entry.body
		parts[#parts + 1] = "}"
	end
	return table.concat(parts) .. "]}"
end

-- After these, plays are sent one at a time: an older server has no bulk route, or accepts only smaller bodies.
local bulkUnsupported = { [400] = true, [404] = true, [405] = true, [413] = true, [422] = true }

local function sendMany(self, entries)
	for _, entry in ipairs(entries) do setVerdict(entry, { kind = "sending" }) end
	local key = self.key
	http.send({ account = self, method = "POST", path = "/v1/plays", body = bulkBody(entries), timeout = 30 }, function(res)
		readNewestVersion(res)
		local verdicts = answer.readBulk(res)
		if not verdicts then
			local verdict = answer.read(res)
			for _, entry in ipairs(entries) do setVerdict(entry, { kind = "later" }) end
			if bulkUnsupported[res.status] then
				self.noBulk = true
			elseif verdict.kind == "key" or verdict.kind == "forbidden" or verdict.kind == "blocked" then
				applyVerdict(self, key, entries[1], verdict)
			else
				backoff.failed(self.backoff, verdict.retryAfter)
			end
			return notifyChanged()
		end
		local needsRetry, retryAfter = false, nil
		for i, entry in ipairs(entries) do
			local verdict = verdicts[i] or { kind = "later" }
			if not applyVerdict(self, key, entry, verdict) then needsRetry, retryAfter = true, retryAfter or verdict.retryAfter end
		end
		if needsRetry then backoff.failed(self.backoff, retryAfter) else backoff.succeeded(self.backoff) end
		notifyChanged()
	end)
end

-- Requests the player to whom the key belongs.
local function checkKey(self)
	self.keyChecked = true
	local key = self.key
	http.send({ account = self, method = "GET", path = "/v1/auth-check", timeout = 10 }, function(res)
		readNewestVersion(res)
		if key ~= self.key then return end
		local verdict = answer.read(res)
		local owner = json.decode(res.body)
		if res.status == 200 and type(owner) == "table" and type(owner.userId) == "string" then
			self.user, self.alias, self.failure = owner.userId, owner.alias, nil
			backoff.checkSucceeded(self.backoff)
		elseif verdict.kind == "key" or verdict.kind == "blocked" then
			applyVerdict(self, key, { key = "check" }, verdict)
		else
			self.keyChecked, self.failure = nil, answer.failure(verdict) or "unreachable"
			backoff.checkFailed(self.backoff, verdict.retryAfter)
		end
		notifyChanged()
	end)
end

-- Returns the plays that can be sent under the key of the profile: fresh ones, and a batch of waiting ones.
local function sendablePlays(self)
	local fresh, waiting, bytes = {}, {}, 0
	for _, entry in ipairs(self.journal:all()) do
		-- A play is not sent before it is in the journal.
		if entry.state == "waiting" and not entry.pending and profile.owns(self, entry) and (entry.forbiddenCount or 0) < 2 then
			if entry.fresh then fresh[#fresh + 1] = entry
			elseif #waiting < maxBulkPlays and (bytes == 0 or bytes + #entry.body < maxBulkBytes) then
				waiting[#waiting + 1], bytes = entry, bytes + #entry.body + 150
			end
		end
	end
	return fresh, waiting
end

local function sendFresh(self)
	local entry = sendablePlays(self)[1]
	if not entry or not backoff.canSend(self.backoff, true) then return false end
	entry.fresh = nil
	sendOne(self, entry)
	return true
end

local function sendWaiting(self)
	if not backoff.canSend(self.backoff) then return false end
	local _, waiting = sendablePlays(self)
	if #waiting == 0 then return false end
	if #waiting == 1 or self.noBulk then sendOne(self, waiting[1]) else sendMany(self, waiting) end
	return true
end

local function isAllowed(self)
	if not http.isAllowed(self.url .. "/v1/auth-check") then
		self.blocked = true
		notifyChanged()
	end
	return not self.blocked
end

-- Starts the next request unless one is in flight: fresh plays, links of accounts, `extra`, a key check, waiting plays,
-- `idle`. `extra` returns whether it has sent a request.
function sender.work(profiles, extra, idle)
	http.poll()
	if http.busy then return end
	local ready = {}
	for _, self in ipairs(profiles) do
		if profile.canSend(self) and isAllowed(self) then ready[#ready + 1] = self end
	end
	for _, self in ipairs(ready) do if sendFresh(self) then return end end
	if link.request() or extra and extra() then return end
	for _, self in ipairs(ready) do
		if backoff.canCheck(self.backoff) or (not self.keyChecked and backoff.canSend(self.backoff)) then return checkKey(self) end
	end
	for _, self in ipairs(ready) do if sendWaiting(self) then return end end
	if idle then idle() end
end

return sender
