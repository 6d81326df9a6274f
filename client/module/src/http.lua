-- One request at a time. The game has one queue for all that is asked of the network, so nobody is asked twice before
-- an answer is here.
local answer = require("answer")
local engine = require("engine")
local version = require("version")

local http = { busy = nil }

-- Seconds. The game's own are 60 and 1800, for which everybody else would wait.
local connectTimeout, transferTimeout = 5, 15
-- Others may be in front of us in the queue, for as long as they are patient. Who was not answered by then never is.
local lostAfter = 300

-- Whether the game lets us ask this server; where it can't tell, the answer will.
function http.allowed(url)
	local allowed = engine.ask(NETWORK, "IsUrlAllowed", url)
	if allowed == nil then return true end
	return allowed
end

-- Sends a request: {account, method, path, headers, body, timeout}. `done` is called from `poll` with a copy of the
-- answer; with nil when none came.
function http.send(request, done)
	local asked = { done = done, since = engine.now() }
	http.busy = asked
	local headers = { Authorization = "Bearer " .. request.account.key,
		["Stepledger-Client"] = version .. " (" .. engine.description() .. ")" }
	for name, value in pairs(request.headers or {}) do headers[name] = value end
	if request.body then headers["Content-Type"] = "application/json" end
	local called = pcall(function()
		NETWORK:HttpRequest({
			url = request.account.url .. request.path,
			method = request.method,
			headers = headers,
			body = request.body,
			connectTimeout = connectTimeout,
			transferTimeout = request.timeout or transferTimeout,
			-- It may run on another thread, so it only notes what it was told.
			onResponse = engine.guarded("answer", function(res) asked.answer = answer.copy(res) end),
		})
	end)
	if not called and not asked.answer then asked.answer = { headers = {}, error = "NoNetwork", status = 0 } end
end

-- Hands on what was answered meanwhile.
function http.poll()
	local asked = http.busy
	if not asked then return end
	if asked.answer then
		http.busy = nil
		asked.done(asked.answer)
	elseif engine.now() - asked.since > lostAfter then
		http.busy = nil
		asked.done({ headers = {}, status = 0, error = "NoAnswer" })
	end
end

return http
