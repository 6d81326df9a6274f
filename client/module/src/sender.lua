-- Brings journals to the server: what was just played first, then what waits, several plays in a call.
local answer = require("answer")
local backoff = require("backoff")
local clock = require("clock")
local engine = require("engine")
local http = require("http")
local json = require("json")
local profile = require("profile")

local sender = { run = engine.uuid(), newest = nil, verdicts = {} }

-- A bulk call takes at most this many plays, as the server does, and bytes: what is joined in a frame, and goes through
-- a slow line in time.
local bulkPlays, bulkBytes = 50, 1000000

local function changed() engine.broadcast("StepledgerChanged") end

local function note(entry, verdict)
	sender.verdicts[entry.key] = verdict
end

local function noteNewest(res)
	sender.newest = answer.header(res.headers, "stepledger-newest-client") or sender.newest
end

-- Keeps for the profile and the entry what a verdict means, which was given under this key. Whether the server has
-- dealt with the play.
local function settle(self, key, entry, verdict)
	local kind = verdict.kind
	-- The player has put another key there meanwhile: what was said of the one before says nothing of it.
	if kind ~= "saved" and key ~= self.key then
		note(entry, { kind = "later" })
		return true
	end
	note(entry, verdict)
	if kind == "saved" then
		self.journal:remove(entry)
		-- What was read of charts before is out of date; `position`: from where on the play is in it.
		self.saved = (self.saved or 0) + 1
		self.position = type(verdict.result) == "table" and verdict.result.position or self.position
	elseif kind == "rejected" then
		entry.state, entry.reason = "rejected", verdict.reason
		self.journal:update(entry)
	elseif kind == "key" then
		self.refused = true
	elseif kind == "forbidden" then
		-- The key may be another player's, or not allowed to send at all: who it is tells.
		self.checked = nil
		entry.forbidden = (entry.forbidden or 0) + 1
	elseif kind == "blocked" then
		self.blocked = true
	else
		return false
	end
	return true
end

local function ageOf(entry) return clock.age(entry.at, entry.up, entry.run, sender.run) end

local function sendOne(self, entry)
	note(entry, { kind = "sending" })
	local age, key = ageOf(entry), self.key
	http.send({
		account = self,
		method = "POST",
		path = "/v1/chart/" .. (string.match(entry.body, '"hash":"(%x+)"') or "") .. "/play",
		body = entry.body,
		headers = {
			["Idempotency-Key"] = entry.key,
			["Stepledger-User"] = entry.user,
			["Play-Age"] = age and tostring(age) or nil,
		},
	}, function(res)
		noteNewest(res)
		local verdict = answer.read(res)
		if settle(self, key, entry, verdict) then backoff.succeeded(self.backoff) else backoff.failed(self.backoff, verdict.wait) end
		changed()
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

-- An older server has no such call, and one that takes smaller bodies takes the plays one by one.
local refusesBulk = { [400] = true, [404] = true, [405] = true, [413] = true, [422] = true }

local function sendMany(self, entries)
	for _, entry in ipairs(entries) do note(entry, { kind = "sending" }) end
	local key = self.key
	http.send({ account = self, method = "POST", path = "/v1/plays", body = bulkBody(entries), timeout = 30 }, function(res)
		noteNewest(res)
		local verdicts = answer.readBulk(res)
		if not verdicts then
			local whole = answer.read(res)
			for _, entry in ipairs(entries) do note(entry, { kind = "later" }) end
			if refusesBulk[res.status] then
				self.noBulk = true
			elseif whole.kind == "key" or whole.kind == "forbidden" or whole.kind == "blocked" then
				settle(self, key, entries[1], whole)
			else
				backoff.failed(self.backoff, whole.wait)
			end
			return changed()
		end
		local again, wait = false, nil
		for i, entry in ipairs(entries) do
			local verdict = verdicts[i] or { kind = "later" }
			if not settle(self, key, entry, verdict) then again, wait = true, wait or verdict.wait end
		end
		if again then backoff.failed(self.backoff, wait) else backoff.succeeded(self.backoff) end
		changed()
	end)
end

-- Asks whose key it is.
local function check(self)
	self.checked = true
	local key = self.key
	http.send({ account = self, method = "GET", path = "/v1/auth-check", timeout = 10 }, function(res)
		noteNewest(res)
		if key ~= self.key then return end
		local verdict = answer.read(res)
		local told = json.decode(res.body)
		if res.status == 200 and type(told) == "table" and type(told.userId) == "string" then
			self.user, self.alias, self.reachable = told.userId, told.alias, true
			backoff.answered(self.backoff)
		elseif verdict.kind == "key" or verdict.kind == "blocked" then
			settle(self, key, { key = "check" }, verdict)
		else
			self.checked, self.reachable = nil, false
			backoff.checkFailed(self.backoff, verdict.wait)
		end
		changed()
	end)
end

-- Plays that may be sent under the key of the profile, those of this evaluation screen first.
local function sendable(self)
	local fresh, waiting, bytes = {}, {}, 0
	for _, entry in ipairs(self.journal:all()) do
		-- Nothing is sent before the journal has it.
		if entry.state == "waiting" and not entry.pending and profile.owns(self, entry) and (entry.forbidden or 0) < 2 then
			if entry.fresh then fresh[#fresh + 1] = entry
			elseif #waiting < bulkPlays and (bytes == 0 or bytes + #entry.body < bulkBytes) then
				waiting[#waiting + 1], bytes = entry, bytes + #entry.body + 150
			end
		end
	end
	return fresh, waiting
end

local function sendFresh(self)
	local entry = sendable(self)[1]
	if not entry or not backoff.over(self.backoff, true) then return false end
	entry.fresh = nil
	sendOne(self, entry)
	return true
end

local function sendWaiting(self)
	if not backoff.over(self.backoff) then return false end
	local _, waiting = sendable(self)
	if #waiting == 0 then return false end
	if #waiting == 1 or self.noBulk then sendOne(self, waiting[1]) else sendMany(self, waiting) end
	return true
end

local function allowed(self)
	if not http.allowed(self.url .. "/v1/auth-check") then
		self.blocked = true
		changed()
	end
	return not self.blocked
end

-- Does the next thing there is to do for these profiles, if nothing is under way. `extra` runs once the fresh plays are
-- sent, `idle` once no play waits.
function sender.work(profiles, extra, idle)
	http.poll()
	if http.busy then return end
	local ready = {}
	for _, self in ipairs(profiles) do
		if profile.canSend(self) and allowed(self) then ready[#ready + 1] = self end
	end
	for _, self in ipairs(ready) do if sendFresh(self) then return end end
	if extra and extra() then return end
	for _, self in ipairs(ready) do
		if backoff.mayCheck(self.backoff) or (not self.checked and backoff.over(self.backoff)) then return check(self) end
	end
	for _, self in ipairs(ready) do if sendWaiting(self) then return end end
	if idle then idle() end
end

return sender
