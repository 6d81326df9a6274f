-- Draws our pane of the evaluation screen: the verdict until the play is stored, then the boards of the chart in
-- rotation, each with the player's places in events. MenuUp and MenuDown switch boards.
local capture = require("capture")
local engine = require("engine")
local layout = require("layout")
local panes = require("panes")
local style = require("style")
local text = require("text")
local verdict = require("verdict")
local wrap = require("wrap")

local rows, pitch = 7, 16.5
local boardDuration = 5
local eventLines, detailLines = 3, 8

-- The fonts of themes have few characters beyond ASCII.
local marks = { self = ">", rival = "!" }

local function showRow(frame, nth, score)
	local kind = score and (score.isSelf and "self" or score.isRival and "rival") or "plain"
	local color = style.colors[kind]
	style.setLine(frame, "Rank" .. nth, score and (marks[kind] or "") .. tostring(score.rank) or "", color)
	style.setLine(frame, "Alias" .. nth, score and tostring(score.alias) or "", color)
	style.setLine(frame, "Score" .. nth, score and tostring(score.score) or "", color)
end

local function countText(board, scores)
	local total = board.total or #scores
	if #scores == 0 then return text.get("panel.empty") end
	return text.get(total == 1 and "panel.one" or "panel.total", { n = total })
end

-- Returns the events with this board, each with the player's entry on it.
local function eventsOn(events, board)
	local found = {}
	for _, event in ipairs(type(events) == "table" and events or {}) do
		for _, entry in ipairs(type(event.leaderboards) == "table" and event.leaderboards or {}) do
			if entry.type == board.type then found[#found + 1] = { event = event, entry = entry } end
		end
	end
	return found
end

local function placeText(key, standing, name)
	return text.get(key,
		{ name = name, rank = standing.rank, n = text.number(standing.participants), points = text.number(standing.points) })
end

-- Returns two lines about an event, or a line about each of several.
local function eventText(events, board)
	local found = eventsOn(events, board)
	if #found == 1 then
		local event, entry = found[1].event, found[1].entry
		local words = entry.chart and text.get("panel.chart", { rank = entry.chart.rank, points = text.number(entry.chart.points) })
			or text.get("panel.nochart")
		if entry.place then words = words .. ". " .. placeText("panel.place", entry.place) end
		return { tostring(event.name) .. ", " .. tostring(event.roundName), words }
	end
	local lines = {}
	for nth = 1, math.min(eventLines, #found) do
		local name, standing = tostring(found[nth].event.name), found[nth].entry.place
		lines[nth] = standing and placeText("panel.event", standing, name) or text.get("panel.noevent", { name = name })
	end
	return lines
end

local function clear(frame)
	style.setLine(frame, "Title", "")
	for nth = 1, rows do showRow(frame, nth, nil) end
	for nth = 1, eventLines do style.setLine(frame, "Event" .. nth, "") end
	for nth = 1, detailLines do style.setLine(frame, "Detail" .. nth, "") end
end

local function showBoard(frame, board, events)
	clear(frame)
	local scores = type(board.scores) == "table" and board.scores or {}
	style.setLine(frame, "Title", text.boardName(board.type) .. ", " .. countText(board, scores), style.colors[board.type])
	for nth = 1, rows do showRow(frame, nth, scores[nth]) end
	local words = eventText(events, board)
	for nth = 1, eventLines do
		style.setLine(frame, "Event" .. nth, words[nth] or "", nth == 1 and style.colors.event or nil)
	end
end

local function showVerdict(frame, submission)
	clear(frame)
	local message = verdict.forSubmission(submission)
	if not message then return style.setLine(frame, "Title", text.get("panel.nothing"), style.colors.off) end
	style.setLine(frame, "Title", message.title, style.colors[message.kind])
	local lines = wrap(verdict.detailText(message), math.floor(284 / (style.letter * style.row)))
	for nth = 1, detailLines do style.setLine(frame, "Detail" .. nth, lines[nth] or "") end
end

-- Shows the board whose turn it is, or the verdict if there are no boards.
local function update(pane, submission)
	local boards = submission and submission.boards
	if not boards or #boards == 0 then
		if pane.content ~= "verdict" then showVerdict(pane.frame, submission) end
		pane.content = "verdict"
		return
	end
	local nth = pane.boardOffset + math.floor((engine.uptime() - pane.rotationStart) / boardDuration)
	local board = boards[nth % #boards + 1]
	if pane.content == board then return end
	pane.content = board
	showBoard(pane.frame, board, submission.events)
end

local function actor(pane, side)
	local area = layout.pane(side)
	local left, right = area.x - area.width / 2 + 10, area.x + area.width / 2 - 10
	local frame = Def.ActorFrame({
		Name = "Pane" .. side,
		InitCommand = function(self)
			self:visible(false)
			pane.frame = self
		end,
		style.line("Title", area.x, area.top + 13, style.row, area.width - 20),
	})
	for nth = 1, rows do
		local y = area.top + 16 + nth * pitch
		frame[#frame + 1] = style.line("Rank" .. nth, left + 40, y, style.row, 40, "HorizAlign_Right")
		frame[#frame + 1] = style.line("Alias" .. nth, left + 54, y, style.row, 150, "HorizAlign_Left")
		frame[#frame + 1] = style.line("Score" .. nth, right, y, style.row, 64, "HorizAlign_Right")
	end
	for nth = 1, eventLines do
		frame[#frame + 1] = style.line("Event" .. nth, area.x, area.top + 147 + (nth - 1) * 13, style.small, area.width - 12)
	end
	for nth = 1, detailLines do
		local y = area.top + 20 + nth * 17
		frame[#frame + 1] = style.line("Detail" .. nth, left, y, style.row, area.width - 16, "HorizAlign_Left")
	end
	return frame
end

-- Creates the panes of one screen: {actors, enter, useScreen, show, update, press}.
return function()
	local ownPanes = { PlayerNumber_P1 = {}, PlayerNumber_P2 = {} }
	local view = { actors = {} }
	for _, side in ipairs(engine.players) do view.actors[#view.actors + 1] = actor(ownPanes[side], side) end
	local tracking, onlyPlayer

	-- A player who is alone has both sides.
	local function submissionOn(side) return capture.submissions[onlyPlayer or side] end

	-- Resets the panes for a new evaluation. `joined`: the players who have joined.
	function view.enter(joined)
		onlyPlayer, tracking = #joined == 1 and joined[1] or nil, nil
		for _, pane in pairs(ownPanes) do
			pane.open, pane.content = false, nil
			if pane.frame then pane.frame:visible(false) end
		end
	end

	function view.useScreen(screen) tracking = panes.open(screen, onlyPlayer and 1 or 2) end

	-- Called when a submission has changed.
	function view.show()
		for _, pane in pairs(ownPanes) do pane.content = nil end
	end

	local function updateVisibility()
		for side, pane in pairs(ownPanes) do
			local open = pane.frame ~= nil and panes.isOurs(tracking, side)
			if open ~= pane.open then
				pane.open, pane.rotationStart, pane.boardOffset, pane.content = open, engine.uptime(), 0, nil
				pane.frame:visible(open)
			end
		end
	end

	function view.update()
		if not tracking then return end
		if panes.update(tracking) then updateVisibility() end
		for _, side in ipairs(engine.players) do
			if ownPanes[side].open then update(ownPanes[side], submissionOn(side)) end
		end
	end

	local boardDirections = { MenuUp = -1, MenuDown = 1 }

	-- Handles an input event. The theme gets it too.
	function view.press(event)
		if not tracking then return false end
		panes.press(tracking, event)
		local direction = type(event) == "table" and event.type == "InputEventType_FirstPress"
			and boardDirections[event.GameButton]
		for side, pane in pairs(ownPanes) do
			if direction and pane.open and (onlyPlayer or side == event.PlayerNumber) then
				local passedBoards = math.floor((engine.uptime() - pane.rotationStart) / boardDuration)
				pane.boardOffset, pane.rotationStart = pane.boardOffset + passedBoards + direction, engine.uptime()
			end
		end
		return false
	end

	return view
end
