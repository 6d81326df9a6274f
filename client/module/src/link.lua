-- Links players to their accounts by the device authorization grant (RFC 8628): the server gives a code, which the
-- player allows on another device, and the module polls until it gets an API key.
local account = require("account")
local answer = require("answer")
local backoff = require("backoff")
local engine = require("engine")
local http = require("http")
local json = require("json")
local profile = require("profile")
local qr = require("qr")
local screens = require("screens")

-- `completed`: number of links that have succeeded.
local link = { completed = 0 }

-- By player: {profile, phase, …}. `phase`: `asking` for a code; `waiting` for the player to allow it; `linked`; `refused`;
-- `expired`; `blocked` by the game.
local links = {}

-- In s. Pause after failures; time for which a code without an answer outlives its validity; times for which success and
-- failure are shown.
local longestPause, grace, successTime, failureTime = 30, 60, 8, 30
-- Steps of the QR code in a frame: together about 20,000 Lua instructions, and 60,000 at most.
local stepsPerFrame = 3
-- Limits on what the server sends.
local maxCode, maxAddress, maxInterval, maxValidity = 200, 300, 60, 3600

local function notifyChanged() engine.broadcast("StepledgerChanged") end

-- Returns the profile that a player would link now; nil if the player is not there. Before a session no
-- profile is loaded, even of a player who has just joined.
local function profileOf(player)
	if screens.isBeforeSession() then return profile.defaultOf(player) or profile.guestOf(player) end
	if not engine.isJoined(player) then return nil end
	return profile.ofPlayer(player) or profile.guestOf(player)
end
link.profileOf = profileOf

-- Returns the link of a player, or nil.
function link.of(player) return links[player] end

-- Returns whether a profile has no key that works, and a server to get one from.
function link.isMissing(self) return self.url ~= nil and (self.problem ~= nil or self.keyRejected == true) end

-- Returns whether the game allows requests to the server of a profile.
function link.isAllowed(self) return http.isAllowed(self.url .. "/v1/device") end

local function start(player, self)
	links[player] = { profile = self, url = self.url, host = self.host, dueAt = 0, backoff = backoff.new(longestPause),
		phase = link.isAllowed(self) and "asking" or "blocked" }
end

local underWay = { asking = true, waiting = true, blocked = true }

-- Returns whether the player sees a code, or how to get one: the button closes it.
function link.isUnderWay(player) return links[player] ~= nil and underWay[links[player].phase] == true end

-- Called when a player presses the button: begins, begins again after a failure, or closes.
function link.press(player)
	local isClosed, self = link.isUnderWay(player), profileOf(player)
	links[player] = nil
	if not isClosed and self and link.isMissing(self) then start(player, self) end
	notifyChanged()
end

local function fail(self, phase) self.phase, self.shownUntil = phase, engine.uptime() + failureTime end

-- Ends links of profiles that were unloaded since, and those that have shown their result.
function link.check()
	for player, self in pairs(links) do
		local isOver = self.shownUntil and engine.uptime() > self.shownUntil
		local isLost = self.phase == "waiting" and engine.uptime() > self.expiresAt + grace
		if profileOf(player) ~= self.profile or isOver then
			links[player] = nil
			notifyChanged()
		elseif isLost then
			fail(self, "expired")
			notifyChanged()
		end
	end
end

-- Does steps of a QR code. Returns whether there was something to do.
function link.work()
	for _, self in pairs(links) do
		if self.encode then
			for _ = 1, stepsPerFrame do
				local ok, code = pcall(self.encode)
				if code or not ok then
					-- Without a QR code there are still the letters.
					self.code, self.encode = ok and code or nil, nil
					notifyChanged()
					break
				end
			end
			return true
		end
	end
	return false
end

local function isText(value, longest) return type(value) == "string" and value ~= "" and #value <= longest end

local function clamped(value, least, most) return math.max(least, math.min(most, tonumber(value) or least)) end

local function isBlocked(res) return string.find(tostring(res.error or ""), "Blocked", 1, true) ~= nil end

-- Called when a request has failed for now: it is made again.
local function failed(self, res)
	if isBlocked(res) then
		self.phase = "blocked"
		return
	end
	local verdict = answer.read(res)
	self.failure = answer.failure(verdict) or "stranger"
	backoff.failed(self.backoff, verdict.retryAfter)
end

local function succeeded(self, interval)
	self.failure, self.dueAt = nil, engine.uptime() + interval
	backoff.succeeded(self.backoff)
end

local function readCode(self, res)
	local body = tonumber(res.status) == 200 and json.decode(res.body)
	local isValid = type(body) == "table" and isText(body.device_code, maxCode) and isText(body.user_code, 20)
		and isText(body.verification_uri, maxAddress)
	if not isValid then return failed(self, res) end
	self.phase, self.deviceCode, self.userCode = "waiting", body.device_code, body.user_code
	self.address = string.gsub(body.verification_uri, "^%a+://", "")
	local whole = isText(body.verification_uri_complete, maxAddress) and body.verification_uri_complete
	local ok, encode = pcall(qr.encoder, whole or body.verification_uri)
	self.encode = ok and encode or nil
	self.interval = clamped(body.interval or 5, 1, maxInterval)
	self.expiresAt = engine.uptime() + clamped(body.expires_in, 1, maxValidity)
	succeeded(self, self.interval)
end

local function finish(self, key, alias)
	self.phase, self.shownUntil, self.deviceCode = "linked", engine.uptime() + successTime, nil
	profile.link(self.profile, { key = key, url = self.url, host = self.host }, isText(alias, 200) and alias or nil)
	link.completed = link.completed + 1
end

local function readPoll(self, res)
	local body = json.decode(res.body)
	body = type(body) == "table" and body or {}
	local status, problem = tonumber(res.status), body.error
	if status == 200 and account.isKey(body.key) then return finish(self, body.key, body.alias) end
	if status ~= 400 or type(problem) ~= "string" then return failed(self, res) end
	if problem == "access_denied" then
		fail(self, "refused")
	elseif problem == "expired_token" then
		fail(self, "expired")
	elseif problem == "slow_down" or problem == "authorization_pending" then
		if problem == "slow_down" then self.interval = math.min(self.interval + 5, maxInterval) end
		succeeded(self, self.interval)
	else
		failed(self, res)
	end
end

local function send(player, self, path, values, read)
	http.send({ account = { url = self.url }, method = "POST", path = path, body = json.value(values), timeout = 10 },
		function(res)
			-- The answer is for nobody if the player has closed the link, or another profile is loaded.
			if links[player] ~= self or profileOf(player) ~= self.profile then return end
			read(self, res)
			notifyChanged()
		end)
end

local function machineName()
	local name = engine.preference("MachineName")
	return isText(name, 60) and string.find(name, "%S") and name or nil
end

local function askForCode(player, self)
	send(player, self, "/v1/device", {
		client = tostring(engine.callFunction(ProductFamily) or "ITGmania"):sub(1, 60),
		version = tostring(engine.callFunction(ProductVersion) or "?"):sub(1, 40),
		machine = machineName(),
	}, readCode)
end

-- Sends the next request, if one is due. Returns whether it has. Called while no other request is in flight.
function link.request()
	link.check()
	for player, self in pairs(links) do
		local isDue = engine.uptime() >= self.dueAt and backoff.canSend(self.backoff)
		if isDue and self.phase == "asking" then
			askForCode(player, self)
			return true
		elseif isDue and self.phase == "waiting" then
			send(player, self, "/v1/device/token", { device_code = self.deviceCode }, readPoll)
			return true
		end
	end
	return false
end

return link
