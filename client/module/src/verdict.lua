-- What a player is told about the play that was just finished.
local allow = require("allow")
local profile = require("profile")
local sender = require("sender")
local text = require("text")
local version = require("version")

local verdict = {}

local boardNames = { HardEX = "H.EX", EX = "EX", ITG = "ITG" }

-- "Star" of "star".
local function graded(grade)
	if type(grade) ~= "string" or grade == "" then return "" end
	return " " .. string.upper(string.sub(grade, 1, 1)) .. string.sub(grade, 2)
end

-- The rank of the player's best on a board of the panel. A busy server answers before it knows ranks; the panel comes
-- later.
local function rankIn(panel, kind)
	for _, board in ipairs(panel or {}) do
		for _, score in ipairs(board.type == kind and board.scores or {}) do
			if score.isSelf then return score.rank end
		end
	end
	return nil
end

-- What an earlier best was, by the score of this play and how it differs.
local function bestBefore(score, delta)
	local own, gain = tonumber(score), tonumber(delta)
	return own and gain and gain < 0 and string.format("%.2f", own - gain) or nil
end

-- Joined with commas, without what is nil.
local function listed(...)
	local parts = {}
	for i = 1, select("#", ...) do parts[#parts + 1] = (select(i, ...)) or nil end
	return table.concat(parts, ", ")
end

-- This play on each board: {type, score, detail, short}. `detail`: how it differs from the best before, that best, and
-- the rank of the best now.
local function scoresOf(result, panel)
	local scores = {}
	for _, board in ipairs(type(result.boards) == "table" and result.boards or {}) do
		local name = boardNames[board.type] or tostring(board.type)
		local delta = tonumber(board.delta)
		local rank = board.rank or rankIn(panel, board.type)
		local best = bestBefore(board.score, board.delta)
		local bestText = best and text.of("verdict.best", { best = best }) or false
		local rankText = rank and text.of("verdict.rank", { rank = rank }) or false
		local score = text.of("verdict.score", { board = name, score = board.score })
		scores[#scores + 1] = {
			type = board.type,
			score = score .. graded(board.grade),
			detail = listed(delta and string.format("%+.2f", delta) or false, bestText, rankText),
			short = listed(score, bestText, rankText),
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
		return { kind = "off", title = text.of("verdict.kept"), detail = reasonsText(result.reasons), scores = scoresOf(result, nil) }
	end
	return { kind = "saved", title = text.of("verdict.saved"), detail = "", scores = scoresOf(result, panel) }
end

-- 4xx that say "later". All others are not from our server.
local temporary = { [408] = true, [425] = true, [429] = true }

-- Why a play waits, in words for players. Nil when nothing is known yet.
local function reasonToWait(self, known)
	local status = tonumber(known.status)
	if known.reason == "foreign" or (status and status < 500 and not temporary[status]) then
		return text.of("verdict.stranger", { host = self.host })
	end
	if status then return text.of("verdict.busy") end
	return known.reason and text.of("verdict.unreachable") or nil
end

local function waiting(self, reason)
	local count = self.journal:counts().waiting
	return { kind = "waiting", title = text.of("verdict.waiting", { n = count }), detail = reason or text.of("verdict.later") }
end

local function ofProfile(self)
	if self.problem then return waiting(self, text.of("reasons." .. self.problem)) end
	if self.blocked then
		return { kind = "blocked", title = text.of("verdict.blocked", { host = self.host }),
			detail = text.of("verdict.allow", { line = allow.line(self.host) }) }
	end
	if self.refused then
		return { kind = "key", title = text.of("verdict.key"), detail = text.of("verdict.newkey", { host = self.host }) }
	end
	return nil
end

local function ofEntry(shown)
	local entry, self = shown.entry, shown.profile
	if entry.state == "held" then
		return { kind = "off", title = text.of("verdict.held"), detail = text.of("reasons." .. tostring(entry.reason)) }
	end
	local known = sender.verdicts[entry.key] or {}
	if known.kind == "saved" then return saved(known.result, shown.boards) end
	if known.kind == "rejected" then
		return { kind = "off", title = text.of("verdict.rejected"), detail = tostring(known.reason) }
	end
	if not profile.owns(self, entry) then
		return { kind = "key", title = text.of("verdict.foreign"), detail = text.of("verdict.foreignkey", { alias = self.alias }) }
	end
	local stopped = ofProfile(self)
	if stopped then return stopped end
	if entry.problem then
		return { kind = "waiting", title = text.of("verdict.unsaved"), detail = text.of("verdict.disk") }
	end
	if known.kind == "sending" or entry.fresh then return { kind = "sending", title = text.of("verdict.sending"), detail = "" } end
	return waiting(self, reasonToWait(self, known))
end

-- {kind, title, detail, scores}: `kind` is one of sending, saved, waiting, off, key, blocked; it decides the colour. Nil
-- when there is nothing to say.
function verdict.of(shown)
	if not shown then return nil end
	if shown.reason then
		return { kind = "off", title = text.of("verdict.notsent"), detail = text.of("reasons." .. shown.reason) }
	end
	if not shown.entry.body or shown.entry.pending then return { kind = "sending", title = text.of("verdict.writing"), detail = "" } end
	return ofEntry(shown)
end

-- A verdict as one text.
function verdict.inWords(found)
	local parts = { found.detail ~= "" and found.detail or nil }
	for _, score in ipairs(found.scores or {}) do parts[#parts + 1] = listed(score.score, score.detail ~= "" and score.detail or false) end
	return table.concat(parts, "; ")
end

local function newer(one, other)
	local a, b = { string.match(one, "^(%d+)%.(%d+)%.(%d+)") }, { string.match(other, "^(%d+)%.(%d+)%.(%d+)") }
	for i = 1, 3 do
		local x, y = tonumber(a[i]) or 0, tonumber(b[i]) or 0
		if x ~= y then return x > y end
	end
	return false
end

-- That there is a newer module, or nil.
function verdict.newer()
	if not sender.newest or not newer(sender.newest, version) then return nil end
	return text.of("verdict.newer", { newest = sender.newest, version = version })
end

return verdict
