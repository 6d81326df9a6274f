-- The boards of the chart on the evaluation screen, one after the other, for a while after the play is stored, each
-- with the place in an event that has the chart; Up on the menu buttons shows and hides them.
local capture = require("capture")
local engine = require("engine")
local style = require("style")
local text = require("text")

local rows, rowHeight, width = 7, 20, 260
local eventLines, eventLineHeight = 3, 15
local secondsOfBoard, rounds = 4, 2

-- Fonts of themes hold few signs beyond ASCII.
local marks = { self = ">", rival = "!" }

local function showRow(frame, nth, score)
	local kind = score and (score.isSelf and "self" or score.isRival and "rival") or "plain"
	local color = style.colors[kind]
	style.say(frame, "Rank" .. nth, score and (marks[kind] or "") .. tostring(score.rank) or "", color)
	style.say(frame, "Alias" .. nth, score and tostring(score.alias) or "", color)
	style.say(frame, "Score" .. nth, score and tostring(score.score) or "", color)
end

local function showBoard(frame, board)
	local scores = type(board.scores) == "table" and board.scores or {}
	local count = #scores == 0 and text.of("panel.empty") or text.of("panel.total", { n = board.total or #scores })
	style.say(frame, "Title", text.of("panel.title", { board = board.type }) .. ", " .. count, style.colors[board.type])
	for nth = 1, rows do showRow(frame, nth, scores[nth]) end
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
				local chart, place = entry.chart, entry.place
				return {
					tostring(event.name) .. ", " .. tostring(event.roundName),
					chart and text.of("panel.chart", { rank = chart.rank, points = grouped(chart.points) }) or text.of("panel.nochart"),
					place and text.of("panel.place", { rank = place.rank, n = grouped(place.participants), points = grouped(place.points) }) or "",
				}
			end
		end
	end
	return {}
end

local function showEvent(frame, words)
	frame:GetChild("EventGround"):visible(#words > 0)
	for nth = 1, eventLines do style.say(frame, "Event" .. nth, words[nth] or "", nth == 1 and style.colors.sending or nil) end
end

-- The board that is due now, by the time since the panel was opened.
local function update(panel)
	local frame, shown = panel.frame, capture.shown[panel.player]
	local boards = shown and shown.boards
	if boards and #boards > 0 and not panel.had then
		panel.had, panel.since, panel.open = true, engine.now(), true
	end
	if not boards then panel.had, panel.open = false, false end
	local nth = panel.since and math.floor((engine.now() - panel.since) / secondsOfBoard) or 0
	if panel.open and not panel.asked and nth >= rounds * #boards then panel.open = false end
	frame:visible(panel.open == true)
	if not panel.open then
		panel.board = nil
		return
	end
	local board = boards[nth % #boards + 1]
	if panel.board ~= board then
		panel.board = board
		showBoard(frame, board)
		showEvent(frame, wordsOf(shown.events, board))
	end
end

local function actor(panel, player)
	local screenWidth, screenHeight = style.screen()
	local x = player == "PlayerNumber_P2" and screenWidth * 0.75 or screenWidth * 0.25
	local height = rows * rowHeight + 34
	local top = screenHeight / 2 - height / 2 + 20
	local frame = Def.ActorFrame({
		Name = "Boards" .. player,
		InitCommand = function(self)
			self:visible(false)
			panel.frame = self
		end,
		style.box("Ground", x, top + height / 2, width, height),
		style.line("Title", x, top + 14, style.title, width - 16),
	})
	for nth = 1, rows do
		local y = top + 24 + nth * rowHeight - rowHeight / 2 + 2
		frame[#frame + 1] = style.line("Rank" .. nth, x - width / 2 + 46, y, style.row, 40, "HorizAlign_Right")
		frame[#frame + 1] = style.line("Alias" .. nth, x - width / 2 + 54, y, style.row, 130, "HorizAlign_Left")
		frame[#frame + 1] = style.line("Score" .. nth, x + width / 2 - 8, y, style.row, 64, "HorizAlign_Right")
	end
	local bottom = top + height
	local eventHeight = eventLines * eventLineHeight + 8
	frame[#frame + 1] = style.box("EventGround", x, bottom + eventHeight / 2, width, eventHeight)
	for nth = 1, eventLines do
		local y = bottom + nth * eventLineHeight - eventLineHeight / 2 + 4
		frame[#frame + 1] = style.line("Event" .. nth, x, y, style.detail, width - 16)
	end
	return frame
end

-- The panels of one screen: {actors, update, press, reset}.
return function()
	local panels = { PlayerNumber_P1 = { player = "PlayerNumber_P1" }, PlayerNumber_P2 = { player = "PlayerNumber_P2" } }
	local view = { actors = {} }
	for player, panel in pairs(panels) do view.actors[#view.actors + 1] = actor(panel, player) end

	function view.update()
		for _, panel in pairs(panels) do if panel.frame then update(panel) end end
	end

	-- What a button does here. It takes no button from the theme: what is pressed goes on to it.
	function view.press(event)
		if type(event) ~= "table" or event.type ~= "InputEventType_FirstPress" or event.GameButton ~= "MenuUp" then return false end
		local panel = panels[event.PlayerNumber]
		if panel and panel.had then
			panel.open = not panel.open
			panel.asked, panel.since = panel.open, engine.now()
		end
		return false
	end

	-- For a new evaluation.
	function view.reset()
		for _, panel in pairs(panels) do panel.had, panel.open, panel.asked, panel.board = false, false, false, nil end
	end

	return view
end
