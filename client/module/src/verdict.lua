-- What a player is told about the play that was just finished.
local allow = require("allow")
local profile = require("profile")
local sender = require("sender")
local text = require("text")
local version = require("version")

local verdict = {}

local boardNames = { HardEX = "H.EX", EX = "EX", ITG = "ITG" }

local function signed(delta)
	local number = tonumber(delta)
	if not number then return "" end
	return string.format(" %+.2f", number)
end

-- " Star" of "star".
local function graded(grade)
	if type(grade) ~= "string" or grade == "" then return "" end
	return " " .. string.upper(string.sub(grade, 1, 1)) .. string.sub(grade, 2)
end

-- The rank of this very play on a board of the panel. A busy server answers before it knows ranks; the panel comes
-- later.
local function rankIn(panel, kind, playId)
	for _, board in ipairs(panel or {}) do
		for _, score in ipairs(board.type == kind and board.scores or {}) do
			if score.isSelf and score.playId == playId then return score.rank end
		end
	end
	return nil
end

local function boardsText(result, panel)
	local parts = {}
	for _, board in ipairs(type(result.boards) == "table" and result.boards or {}) do
		local name = boardNames[board.type] or tostring(board.type)
		local rank = board.rank or rankIn(panel, board.type, result.playId)
		parts[#parts + 1] = rank
			and text.of("verdict.board", { board = name, rank = rank, delta = signed(board.delta), grade = graded(board.grade) })
			or text.of("verdict.score", { board = name, score = board.score, grade = graded(board.grade) })
	end
	return table.concat(parts, ", ")
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
		return { kind = "off", title = text.of("verdict.kept"), detail = reasonsText(result.reasons) }
	end
	return { kind = "saved", title = text.of("verdict.saved"), detail = boardsText(result, panel) }
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
		return { kind = "waiting", title = text.of("verdict.unsaved"), detail = tostring(entry.problem) }
	end
	if known.kind == "sending" or entry.fresh then return { kind = "sending", title = text.of("verdict.sending"), detail = "" } end
	if known.reason == "foreign" then return waiting(self, text.of("verdict.stranger", { host = self.host })) end
	return waiting(self, known.reason)
end

-- {kind, title, detail}: `kind` is one of sending, saved, waiting, off, key, blocked; it decides the colour. Nil when
-- there is nothing to say.
function verdict.of(shown)
	if not shown then return nil end
	if shown.reason then
		return { kind = "off", title = text.of("verdict.notsent"), detail = text.of("reasons." .. shown.reason) }
	end
	if not shown.entry.body or shown.entry.pending then return { kind = "sending", title = text.of("verdict.writing"), detail = "" } end
	return ofEntry(shown)
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
