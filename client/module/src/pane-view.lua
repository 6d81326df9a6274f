-- Our pane of the evaluation screen: what became of the play while it is not stored; then the boards of the chart, one
-- after the other, each with the place in an event that has the chart. MenuUp and MenuDown turn to the next board.
local capture = require("capture")
local engine = require("engine")
local panes = require("panes")
local place = require("place")
local style = require("style")
local text = require("text")
local verdict = require("verdict")
local wrap = require("wrap")

local rows, pitch = 7, 16.5
local secondsOfBoard = 5
local eventLines, detailLines = 2, 8
local players = { "PlayerNumber_P1", "PlayerNumber_P2" }

-- Fonts of themes hold few signs beyond ASCII.
local marks = { self = ">", rival = "!" }

local function showRow(frame, nth, score)
	local kind = score and (score.isSelf and "self" or score.isRival and "rival") or "plain"
	local color = style.colors[kind]
	style.say(frame, "Rank" .. nth, score and (marks[kind] or "") .. tostring(score.rank) or "", color)
	style.say(frame, "Alias" .. nth, score and tostring(score.alias) or "", color)
	style.say(frame, "Score" .. nth, score and tostring(score.score) or "", color)
end

local function countText(board, scores)
	local total = board.total or #scores
	if #scores == 0 then return text.of("panel.empty") end
	return text.of(total == 1 and "panel.one" or "panel.total", { n = total })
end

-- `53,856`
local function grouped(number)
	local digits, found = tostring(math.floor(tonumber(number) or 0)), 0
	repeat digits, found = string.gsub(digits, "^(%d+)(%d%d%d)", "%1,%2") until found == 0
	return digits
end

-- What an event says of the player on a board, in lines; none without an event that has the chart.
local function wordsOf(events, board)
	for _, event in ipairs(type(events) == "table" and events or {}) do
		for _, entry in ipairs(type(event.leaderboards) == "table" and event.leaderboards or {}) do
			if entry.type == board.type then
				local chart, standing = entry.chart, entry.place
				local words = chart and text.of("panel.chart", { rank = chart.rank, points = grouped(chart.points) }) or text.of("panel.nochart")
				if standing then
					words = words .. ". " .. text.of("panel.place",
						{ rank = standing.rank, n = grouped(standing.participants), points = grouped(standing.points) })
				end
				return { tostring(event.name) .. ", " .. tostring(event.roundName), words }
			end
		end
	end
	return {}
end

local function clear(frame)
	style.say(frame, "Title", "")
	for nth = 1, rows do showRow(frame, nth, nil) end
	for nth = 1, eventLines do style.say(frame, "Event" .. nth, "") end
	for nth = 1, detailLines do style.say(frame, "Detail" .. nth, "") end
end

local function showBoard(frame, board, events)
	clear(frame)
	local scores = type(board.scores) == "table" and board.scores or {}
	style.say(frame, "Title", tostring(board.type) .. ", " .. countText(board, scores), style.colors[board.type])
	for nth = 1, rows do showRow(frame, nth, scores[nth]) end
	local words = wordsOf(events, board)
	for nth = 1, eventLines do style.say(frame, "Event" .. nth, words[nth] or "", nth == 1 and style.colors.event or nil) end
end

local function showVerdict(frame, shown)
	clear(frame)
	local found = verdict.of(shown)
	if not found then return style.say(frame, "Title", text.of("panel.nothing"), style.colors.off) end
	style.say(frame, "Title", found.title, style.colors[found.kind])
	local lines = wrap(verdict.inWords(found), math.floor(284 / (style.letter * style.row)))
	for nth = 1, detailLines do style.say(frame, "Detail" .. nth, lines[nth] or "") end
end

-- The board that is due now, by the time since the pane was turned to.
local function update(pane, shown)
	local boards = shown and shown.boards
	if not boards or #boards == 0 then
		if pane.shows ~= "verdict" then showVerdict(pane.frame, shown) end
		pane.shows = "verdict"
		return
	end
	local nth = pane.turned + math.floor((engine.now() - pane.since) / secondsOfBoard)
	local board = boards[nth % #boards + 1]
	if pane.shows == board then return end
	pane.shows = board
	showBoard(pane.frame, board, shown.events)
end

local function actor(pane, side)
	local at = place.pane(side)
	local left, right = at.x - at.width / 2 + 10, at.x + at.width / 2 - 10
	local frame = Def.ActorFrame({
		Name = "Pane" .. side,
		InitCommand = function(self)
			self:visible(false)
			pane.frame = self
		end,
		style.line("Title", at.x, at.top + 13, style.row, at.width - 20),
	})
	for nth = 1, rows do
		local y = at.top + 16 + nth * pitch
		frame[#frame + 1] = style.line("Rank" .. nth, left + 40, y, style.row, 40, "HorizAlign_Right")
		frame[#frame + 1] = style.line("Alias" .. nth, left + 54, y, style.row, 150, "HorizAlign_Left")
		frame[#frame + 1] = style.line("Score" .. nth, right, y, style.row, 64, "HorizAlign_Right")
	end
	for nth = 1, eventLines do
		frame[#frame + 1] = style.line("Event" .. nth, at.x, at.top + 150 + (nth - 1) * 15, style.detail, at.width - 12)
	end
	for nth = 1, detailLines do
		frame[#frame + 1] = style.line("Detail" .. nth, left, at.top + 20 + nth * 17, style.row, at.width - 16, "HorizAlign_Left")
	end
	return frame
end

-- The panes of one screen: {actors, enter, useScreen, show, update, press}.
return function()
	local ours = { PlayerNumber_P1 = {}, PlayerNumber_P2 = {} }
	local view = { actors = {} }
	for _, side in ipairs(players) do view.actors[#view.actors + 1] = actor(ours[side], side) end
	local turning, alone

	-- Whose play a side shows: one player has both.
	local function shownOn(side) return capture.shown[alone or side] end

	-- For a new evaluation, with those who play.
	function view.enter(here)
		alone, turning = #here == 1 and here[1] or nil, nil
		for _, pane in pairs(ours) do
			pane.open, pane.shows = false, nil
			if pane.frame then pane.frame:visible(false) end
		end
	end

	function view.useScreen(screen) turning = panes.open(screen, alone and 1 or 2) end

	-- What became of a play has changed.
	function view.show()
		for _, pane in pairs(ours) do pane.shows = nil end
	end

	local function openOrClose()
		for side, pane in pairs(ours) do
			local open = pane.frame ~= nil and panes.isOurs(turning, side)
			if open ~= pane.open then
				pane.open, pane.since, pane.turned, pane.shows = open, engine.now(), 0, nil
				pane.frame:visible(open)
			end
		end
	end

	function view.update()
		if not turning then return end
		if panes.update(turning) then openOrClose() end
		for _, side in ipairs(players) do
			if ours[side].open then update(ours[side], shownOn(side)) end
		end
	end

	local boardSteps = { MenuUp = -1, MenuDown = 1 }

	-- What a button does here. It takes no button from the theme: what is pressed goes on to it.
	function view.press(event)
		if not turning then return false end
		panes.press(turning, event)
		local by = type(event) == "table" and event.type == "InputEventType_FirstPress" and boardSteps[event.GameButton]
		for side, pane in pairs(ours) do
			if by and pane.open and (alone or side == event.PlayerNumber) then
				local past = math.floor((engine.now() - pane.since) / secondsOfBoard)
				pane.turned, pane.since = pane.turned + past + by, engine.now()
			end
		end
		return false
	end

	return view
end
