-- Draws the verdict of a player on the evaluation screen: a column with the scores on all boards, or one line in the
-- footer that rotates through them.
local capture = require("capture")
local engine = require("engine")
local layout = require("layout")
local screens = require("screens")
local style = require("style")
local text = require("text")
local verdict = require("verdict")
local wrap = require("wrap")

local maxLines = 11
local lineDuration, footZoom = 3, 0.85

local function line(words, zoom, color) return { words = words, zoom = zoom, color = color, pitch = zoom * 19 } end

-- A word that is too long to fit, such as a line to copy, is not broken: the pane shows it.
local function textLines(lines, words, brief, zoom, width)
	for word in string.gmatch(words, "%S+") do
		if #word * style.letter * zoom > width then
			words = (brief and brief .. " " or "") .. text.get("verdict.more")
			break
		end
	end
	for _, part in ipairs(wrap(words, math.floor(width / (style.letter * zoom)))) do lines[#lines + 1] = line(part, zoom) end
end

-- Text is larger if there is room.
local function columnLines(message, area)
	local factor = area.width > 200 and 1.15 or 1
	local lines = { line(message.title, style.title * factor, style.colors[message.kind]) }
	textLines(lines, message.detail, message.brief, style.detail * factor, area.width - 8)
	for _, score in ipairs(message.scores or {}) do
		lines[#lines + 1] = line(score.score, 0.95 * factor, style.colors[score.type])
		if score.detail ~= "" then lines[#lines + 1] = line(score.detail, style.detail * factor, style.colors.dim) end
	end
	local notice = verdict.updateNotice()
	if notice then textLines(lines, notice, nil, style.detail, area.width - 8) end
	return lines
end

-- One line at a time. A detail that does not fit is replaced by a hint where to read it.
local function footLines(message, area, turn)
	local lines = { line(message.title, footZoom, style.colors[message.kind]) }
	local fits = #message.detail * style.letter * footZoom <= area.width
	if not fits and message.brief then lines[#lines + 1] = line(message.brief, footZoom) end
	if message.detail ~= "" then lines[#lines + 1] = line(fits and message.detail or text.get("verdict.more"), footZoom) end
	for _, score in ipairs(message.scores or {}) do lines[#lines + 1] = line(score.short, footZoom, style.colors[score.type]) end
	return { lines[turn % #lines + 1] }
end

-- `actors`: those of the lines. `usedBefore`: how many of them the last call used.
local function draw(background, actors, usedBefore, area, lines)
	local height, longest = area.kind == "foot" and 4 or 8, 0
	local count = math.min(#lines, maxLines)
	for nth = 1, count do height = height + lines[nth].pitch end
	height = math.min(height, area.bottom - area.top)
	local top = area.kind == "foot" and area.bottom - height - 1 or area.top
	local y = top + (area.kind == "foot" and 2 or 4)
	for nth = 1, math.max(count, usedBefore) do
		local actor, content = actors[nth], nth <= count and lines[nth] or nil
		actor:settext(content and content.words or "")
		if content then
			local inside = area.width - 8
			actor:zoom(content.zoom):maxwidth(inside / content.zoom):horizalign(area.align)
			actor:diffuse(content.color or style.colors.plain)
			actor:xy(area.edge + (area.align == "HorizAlign_Right" and -4 or 4), y + content.pitch / 2)
			y = y + content.pitch
			longest = math.max(longest, math.min(inside, (tonumber(engine.call(actor, "GetWidth")) or inside) * content.zoom))
		end
	end
	local width = longest + 8
	local x = area.align == "HorizAlign_Right" and area.edge - width / 2 or area.edge + width / 2
	background:xy(x, top + height / 2):zoomto(width, height)
	return count
end

-- Creates the view of a player: {actor, enter, useScreen, show, update}.
return function(player)
	local view, frame, message, area = {}, nil, nil, nil
	local startedAt, shownTurn, popup, isHidden, isInLobby = 0, 0, nil, false, false
	local background, lineActors, usedLines, players = nil, {}, 0, 1

	local function drawNow()
		if not background then
			background = frame:GetChild("Ground")
			for nth = 1, maxLines do lineActors[nth] = frame:GetChild("Line" .. nth) end
		end
		local lines = area.kind == "foot" and footLines(message, area, shownTurn) or columnLines(message, area)
		usedLines = draw(background, lineActors, usedLines, area, lines)
	end

	-- Resets the view for a new evaluation. `count`: number of players.
	function view.enter(count) popup, startedAt, shownTurn, players = nil, engine.uptime(), 0, count end

	function view.useScreen(screen) popup = screen.popup end

	function view.show()
		message = verdict.forSubmission(capture.submissions[player])
		if not frame then return end
		isHidden = screens.isVisible(popup)
		frame:visible(message ~= nil and not isHidden)
		if not message then return end
		isInLobby = screens.isLobbyOpen()
		area = layout.verdict(player, players, isInLobby or screens.hasEventBox(player))
		drawNow()
	end

	-- Called once a frame. The verdict is hidden while the theme's popup is open, and makes way for the lobby.
	function view.update()
		if not frame or not message then return end
		if popup and screens.isVisible(popup) ~= isHidden then return view.show() end
		if screens.isLobbyOpen() ~= isInLobby then return view.show() end
		if area.kind ~= "foot" then return end
		local turn = math.floor((engine.uptime() - startedAt) / lineDuration)
		if turn ~= shownTurn then
			shownTurn = turn
			drawNow()
		end
	end

	local actors = Def.ActorFrame({
		Name = "Verdict" .. player,
		InitCommand = function(self)
			frame = self
			self:visible(false)
		end,
		style.box("Ground", 0, 0, 0, 0),
	})
	for nth = 1, maxLines do actors[#actors + 1] = style.line("Line" .. nth, 0, 0, style.detail, 100) end
	view.actor = actors
	return view
end
