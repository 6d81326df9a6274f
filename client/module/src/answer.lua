-- Interprets the server's responses to plays.
local json = require("json")

local answer = {}

-- Returns the first header of this name, in lower case. The game keeps the spelling of the server.
function answer.header(headers, name)
	for key, value in pairs(type(headers) == "table" and headers or {}) do
		if string.lower(tostring(key)) == name then return tostring(value) end
	end
	return nil
end

-- Copies a response into a plain table: the callback may run on another thread.
function answer.copy(res)
	local headers = {}
	for key, value in pairs(type(res.headers) == "table" and res.headers or {}) do
		headers[tostring(key)] = tostring(value)
	end
	return {
		status = res.statusCode, headers = headers, body = res.body,
		error = res.error and tostring(res.error) or nil, message = res.errorMessage,
	}
end

local maxRetryAfter = 86400

local function retryAfterSeconds(seconds)
	seconds = tonumber(seconds)
	return seconds and seconds > 0 and math.min(seconds, maxRetryAfter) or nil
end

local rejectingStatus = { [400] = true, [404] = true, [409] = true, [413] = true, [422] = true }

-- Returns the verdict for a status and body, of a single request or of one play in a bulk response.
function answer.verdict(status, body, retryAfter)
	local message = type(body) == "table" and type(body.error) == "string" and body.error or nil
	if status >= 200 and status < 300 then return { kind = "saved", result = body } end
	if status == 401 then return { kind = "key", reason = message } end
	if status == 403 then return { kind = "forbidden", reason = message } end
	-- Only our server sends an error text. Without it, another server answers at this address.
	if rejectingStatus[status] and message then return { kind = "rejected", status = status, reason = message } end
	return { kind = "later", status = status, reason = message, retryAfter = retryAfter }
end

-- Returns the verdict for the response to one play. Its `kind`: `saved` with the result, if it could be read; `key`,
-- the key is invalid; `forbidden`; `rejected` with the reason; `blocked` by the game; or `later`, the outcome is
-- unknown or the failure temporary. Only what the server has confirmed is saved.
function answer.read(res)
	local blocked = tostring(res.error or ""):find("Blocked", 1, true)
	if blocked or (res.status == nil and res.error == nil) then return { kind = blocked and "blocked" or "later" } end
	local status = tonumber(res.status) or 0
	if status == 0 then return { kind = "later", reason = res.error } end
	local body = json.decode(res.body)
	local retryAfter = retryAfterSeconds(answer.header(res.headers, "retry-after"))
	local verdict = answer.verdict(status, body, retryAfter)
	-- The page of a captive portal is no confirmation; a truncated body is.
	if verdict.kind == "saved" and not res.error and status ~= 204 and (type(body) ~= "table" or body.success ~= true) then
		return { kind = "later", status = status, reason = "foreign" }
	end
	return verdict
end

-- 4xx statuses that mean "later". All others come from another server.
local temporaryStatus = { [408] = true, [425] = true, [429] = true }

-- Returns why a request with this verdict has failed for now: `busy`, `unreachable`, or `stranger` if another server
-- answers at the address. Nil if that is not known.
function answer.failure(verdict)
	local status = tonumber(verdict.status)
	if verdict.reason == "foreign" or (status and status < 500 and not temporaryStatus[status]) then return "stranger" end
	if status then return "busy" end
	return verdict.reason and "unreachable" or nil
end

-- Returns the verdicts of a bulk response, one for each play; nil if the request failed as a whole.
function answer.readBulk(res)
	local body = tonumber(res.status) == 200 and json.decode(res.body)
	if type(body) ~= "table" or type(body.results) ~= "table" then return nil end
	local verdicts = {}
	for i, result in ipairs(body.results) do
		verdicts[i] = answer.verdict(tonumber(result.status) or 0, result.body, retryAfterSeconds(result.retryAfter))
	end
	return verdicts
end

return answer
