-- The message to a player about the play that was just finished.
local allowedHosts = require("allowed-hosts")
local answer = require("answer")
local engine = require("engine")
local profile = require("profile")
local sender = require("sender")
local text = require("text")
local version = require("version")

local verdict = {}

-- Formats a grade for display: "star" becomes " Star".
local function gradeSuffix(grade)
	if type(grade) ~= "string" or grade == "" then return "" end
	return " " .. string.upper(string.sub(grade, 1, 1)) .. string.sub(grade, 2)
end

-- Returns the rank of the player's best on a board of the panel, which is newer than the one in the response to the
-- play: the other player may have moved this one down since. A busy server omits ranks in that response.
local function rankIn(panel, kind)
	for _, board in ipairs(panel or {}) do
		for _, score in ipairs(board.type == kind and board.scores or {}) do
			if score.isSelf then return score.rank end
		end
	end
	return nil
end

-- Returns the earlier best if this play did not beat it: from the score of this play and its difference to the best.
local function earlierBest(score, delta)
	local own, gain = tonumber(score), tonumber(delta)
	return own and gain and gain < 0 and string.format("%.2f", own - gain) or nil
end

-- Joins with commas, without nil and false.
local function joined(...)
	local parts = {}
	for i = 1, select("#", ...) do parts[#parts + 1] = (select(i, ...)) or nil end
	return table.concat(parts, ", ")
end

-- Returns the scores of this play by board: {type, score, detail, short}. `detail`: difference to the best before, that
-- best if it still holds, and the rank.
local function scoresOf(result, panel)
	local scores = {}
	for _, board in ipairs(type(result.boards) == "table" and result.boards or {}) do
		local name = text.boardName(board.type)
		local delta = tonumber(board.delta)
		local rank = rankIn(panel, board.type) or board.rank
		local best = earlierBest(board.score, board.delta)
		local bestText = best and text.get("verdict.best", { best = best }) or false
		local rankText = rank and text.get("verdict.rank", { rank = rank }) or false
		local score = text.get("verdict.score", { board = name, score = board.score })
		scores[#scores + 1] = {
			type = board.type,
			score = score .. gradeSuffix(board.grade),
			detail = joined(delta and string.format("%+.2f", delta) or false, bestText, rankText),
			short = joined(score, bestText, rankText),
		}
	end
	return scores
end

local function reasonsText(reasons)
	local parts = {}
	for _, reason in ipairs(type(reasons) == "table" and reasons or {}) do
		parts[#parts + 1] = type(reason) == "table" and reason.text or tostring(reason)
	end
	return table.concat(parts, " ")
end

local function saved(result, panel)
	result = type(result) == "table" and result or {}
	if result.eligible == false then
		return { kind = "off", title = text.get("verdict.kept"), detail = reasonsText(result.reasons),
			scores = scoresOf(result, nil) }
	end
	return { kind = "saved", title = text.get("verdict.saved"), detail = "", scores = scoresOf(result, panel) }
end

-- Returns a text that differs for a guest, whose plays are lost at the end of the session.
local function textFor(self, name, values) return text.get("verdict." .. name .. (self.isGuest and "guest" or ""), values) end

-- `reason`: why the play waits, or nil. `brief`: see verdict.forSubmission.
local function waiting(self, reason, brief)
	local count = self.journal:counts().waiting
	return { kind = "waiting", title = text.get("verdict.waiting", { n = count }), detail = reason or textFor(self, "later"),
		brief = brief }
end

local function waitingAfter(self, response)
	local failure = answer.failure(response)
	if not failure then return waiting(self) end
	local reason = text.get("light." .. failure, { host = self.host })
	return waiting(self, textFor(self, "resent", { reason = reason }), reason)
end

local function ofProfile(self)
	if self.problem then return waiting(self, text.get("reasons." .. self.problem)) end
	if self.blocked then
		local safe = textFor(self, "safe")
		return { kind = "blocked", title = text.get("verdict.blocked", { host = self.host }), brief = safe,
			detail = safe .. " " .. text.get("verdict.allow", { line = allowedHosts.line(self.host) }) }
	end
	if self.keyRejected then
		return { kind = "key", title = text.get("verdict.key"), detail = textFor(self, "newkey") }
	end
	return nil
end

-- In s: after this time of sending, the message says that the play is saved.
local patience = 3

local function sending(submission)
	submission.sendingSince = submission.sendingSince or engine.uptime()
	local isLong = engine.uptime() - submission.sendingSince >= patience and not submission.profile.isGuest
	return { kind = "sending", title = text.get(isLong and "verdict.saving" or "verdict.sending"), detail = "" }
end

local function ofEntry(submission)
	local entry, self = submission.entry, submission.profile
	if entry.state == "held" then
		return { kind = "off", title = text.get("verdict.held"), detail = text.get("reasons." .. tostring(entry.reason)) }
	end
	local response = sender.verdicts[entry.key] or {}
	if response.kind == "saved" then return saved(response.result, submission.boards) end
	if response.kind == "rejected" then
		return { kind = "off", title = text.get("verdict.rejected"), detail = tostring(response.reason) }
	end
	if not profile.owns(self, entry) then
		return { kind = "key", title = text.get("verdict.foreign"),
			detail = text.get("verdict.foreignkey", { alias = self.alias }) }
	end
	local stopped = ofProfile(self)
	if stopped then return stopped end
	if entry.problem then
		return { kind = "waiting", title = text.get("verdict.unsaved"), detail = text.get("verdict.disk") }
	end
	if response.kind == "sending" or entry.fresh then return sending(submission) end
	return waitingAfter(self, response)
end

-- Returns {kind, title, detail, brief, scores}; nil without a play. `kind`: sending, saved, waiting, off, key or blocked; it
-- selects the colour. `brief`: the part of `detail` to show where it does not fit, or nil.
function verdict.forSubmission(submission)
	if not submission then return nil end
	if submission.reason then
		return { kind = "off", title = text.get("verdict.notsent"),
			detail = text.get("reasons." .. submission.reason, { options = submission.options }) }
	end
	if not submission.entry.body or submission.entry.pending then
		return { kind = "sending", title = text.get("verdict.writing"), detail = "" }
	end
	return ofEntry(submission)
end

-- Returns whether the message of this player has to be drawn again because time has passed. Called once a frame.
function verdict.isDue(submission)
	local since = submission.sendingSince
	if not since or submission.isPatienceOver or engine.uptime() - since < patience then return false end
	submission.isPatienceOver = true
	return true
end

-- Returns detail and scores of a verdict as one text.
function verdict.detailText(message)
	local parts = { message.detail ~= "" and message.detail or nil }
	for _, score in ipairs(message.scores or {}) do
		parts[#parts + 1] = joined(score.score, score.detail ~= "" and score.detail or false)
	end
	return table.concat(parts, "; ")
end

local function isNewer(candidate, current)
	local a, b = { string.match(candidate, "^(%d+)%.(%d+)%.(%d+)") }, { string.match(current, "^(%d+)%.(%d+)%.(%d+)") }
	for i = 1, 3 do
		local x, y = tonumber(a[i]) or 0, tonumber(b[i]) or 0
		if x ~= y then return x > y end
	end
	return false
end

-- Returns a notice that a newer module is available, or nil.
function verdict.updateNotice()
	if not sender.newest or not isNewer(sender.newest, version) then return nil end
	return text.get("verdict.newer", { newest = sender.newest, version = version })
end

return verdict
