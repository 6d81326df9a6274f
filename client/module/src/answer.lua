-- What the server's answer means for a play.
local json = require("json")

local answer = {}

-- The first header of this name; servers spell them as they like.
function answer.header(headers, name)
	for key, value in pairs(type(headers) == "table" and headers or {}) do
		if string.lower(tostring(key)) == name then return tostring(value) end
	end
	return nil
end

-- A plain copy, for later: the callback may run on another thread.
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

local longestWait = 86400

local function secondsToWait(seconds)
	seconds = tonumber(seconds)
	return seconds and seconds > 0 and math.min(seconds, longestWait) or nil
end

local rejecting = { [400] = true, [404] = true, [409] = true, [413] = true, [422] = true }

-- What a status and a body mean, of a single call or of one play in a bulk call.
function answer.verdict(status, body, wait)
	local told = type(body) == "table" and type(body.error) == "string" and body.error or nil
	if status >= 200 and status < 300 then return { kind = "saved", result = body } end
	if status == 401 then return { kind = "key", reason = told } end
	if status == 403 then return { kind = "forbidden", reason = told } end
	-- Another server at this address knows nothing of plays: only ours says why.
	if rejecting[status] and told then return { kind = "rejected", status = status, reason = told } end
	return { kind = "later", status = status, reason = told, wait = wait }
end

-- What the answer to one play means: `saved` (with the result, if it could be read), `key`, `forbidden`, `rejected`
-- with the reason, `blocked` by the game, or `later`: nobody knows, or not now. Only what the server has confirmed
-- counts as saved.
function answer.read(res)
	local blocked = tostring(res.error or ""):find("Blocked", 1, true)
	if blocked or (res.status == nil and res.error == nil) then return { kind = blocked and "blocked" or "later" } end
	local status = tonumber(res.status) or 0
	if status == 0 then return { kind = "later", reason = res.error } end
	local body = json.decode(res.body)
	local wait = secondsToWait(answer.header(res.headers, "retry-after"))
	local verdict = answer.verdict(status, body, wait)
	-- A page of somebody in between, such as the login of a hotel, is no confirmation; a body that was cut off is.
	if verdict.kind == "saved" and not res.error and status ~= 204 and (type(body) ~= "table" or body.success ~= true) then
		return { kind = "later", status = status, reason = "foreign" }
	end
	return verdict
end

-- The verdicts of a bulk call, one for each play, or nil when the call as a whole was not answered so.
function answer.readBulk(res)
	local body = tonumber(res.status) == 200 and json.decode(res.body)
	if type(body) ~= "table" or type(body.results) ~= "table" then return nil end
	local verdicts = {}
	for i, result in ipairs(body.results) do
		verdicts[i] = answer.verdict(tonumber(result.status) or 0, result.body, secondsToWait(result.retryAfter))
	end
	return verdicts
end

return answer
