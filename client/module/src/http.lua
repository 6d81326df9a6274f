-- HTTP requests, one at a time. The game has a single queue for the requests of all modules.
local answer = require("answer")
local engine = require("engine")
local version = require("version")

local http = { busy = nil }

-- Timeouts in s. The game's defaults, 60 and 1800, would block the queue for other modules.
local connectTimeout, transferTimeout = 5, 15
-- Requests of other modules may be ahead in the queue, each for as long as its own timeout. After this many seconds the
-- response is considered lost.
local maxResponseTime = 300

-- Returns whether HttpAllowHosts permits this URL. If the game has no such check, returns true, and the request itself
-- fails as blocked.
function http.isAllowed(url)
	local isAllowed = engine.call(NETWORK, "IsUrlAllowed", url)
	if isAllowed == nil then return true end
	return isAllowed
end

-- Sends a request: {account, method, path, headers, body, timeout}. `account`: its URL, and its key if it has one. `poll` calls `done` with a copy of the response;
-- without a response its status is 0 and its error `NoAnswer` or `NoNetwork`.
function http.send(request, done)
	local pending = { done = done, sentAt = engine.uptime() }
	http.busy = pending
	local headers = { Authorization = request.account.key and "Bearer " .. request.account.key,
		["Stepledger-Client"] = version .. " (" .. engine.description() .. ")" }
	for name, value in pairs(request.headers or {}) do headers[name] = value end
	if request.body then headers["Content-Type"] = "application/json" end
	local isSent = pcall(function()
		NETWORK:HttpRequest({
			url = request.account.url .. request.path,
			method = request.method,
			headers = headers,
			body = request.body,
			connectTimeout = connectTimeout,
			transferTimeout = request.timeout or transferTimeout,
			-- May run on another thread, so it only stores a copy.
			onResponse = engine.guarded("answer", function(res) pending.answer = answer.copy(res) end),
		})
	end)
	if not isSent and not pending.answer then pending.answer = { headers = {}, error = "NoNetwork", status = 0 } end
end

-- Passes a response that has arrived to its callback. Called once a frame.
function http.poll()
	local pending = http.busy
	if not pending then return end
	if pending.answer then
		http.busy = nil
		pending.done(pending.answer)
	elseif engine.uptime() - pending.sentAt > maxResponseTime then
		http.busy = nil
		pending.done({ headers = {}, status = 0, error = "NoAnswer" })
	end
end

return http
