-- The verdict of a player on the evaluation screen, where the theme leaves room: a column with the play on each board,
-- or one line in the foot of the screen, which turns from board to board.
local capture = require("capture")
local engine = require("engine")
local place = require("place")
local screens = require("screens")
local style = require("style")
local text = require("text")
local verdict = require("verdict")
local wrap = require("wrap")

local mostLines = 11
local secondsOfLine, footZoom = 3, 0.85

-- A line: {words, zoom, color, pitch}.
local function line(words, zoom, color) return { words = words, zoom = zoom, color = color, pitch = zoom * 19 } end

-- What a player has to copy is never broken: our pane has room for it.
local function textLines(lines, words, zoom, width)
	for word in string.gmatch(words, "%S+") do
		if #word * style.letter * zoom > width then words = text.of("verdict.more") end
	end
	for _, part in ipairs(wrap(words, math.floor(width / (style.letter * zoom)))) do lines[#lines + 1] = line(part, zoom) end
end

-- Letters are larger where there is room.
local function columnLines(found, at)
	local larger = at.width > 200 and 1.15 or 1
	local lines = { line(found.title, style.title * larger, style.colors[found.kind]) }
	textLines(lines, found.detail, style.detail * larger, at.width - 8)
	for _, score in ipairs(found.scores or {}) do
		lines[#lines + 1] = line(score.score, 0.95 * larger, style.colors[score.type])
		if score.detail ~= "" then lines[#lines + 1] = line(score.detail, style.detail * larger, style.colors.dim) end
	end
	local newer = verdict.newer()
	if newer then textLines(lines, newer, style.detail, at.width - 8) end
	return lines
end

-- One line at a time. What does not fit says where the rest is.
local function footLines(found, at, turn)
	local lines = { line(found.title, footZoom, style.colors[found.kind]) }
	local fits = #found.detail * style.letter * footZoom <= at.width
	if found.detail ~= "" then lines[2] = line(fits and found.detail or text.of("verdict.more"), footZoom) end
	for _, score in ipairs(found.scores or {}) do lines[#lines + 1] = line(score.short, footZoom, style.colors[score.type]) end
	return { lines[turn % #lines + 1] }
end

-- `actors`: those of the lines; `before`: how many of them were in use.
local function draw(ground, actors, before, at, lines)
	local height, longest = at.kind == "foot" and 4 or 8, 0
	local count = math.min(#lines, mostLines)
	for nth = 1, count do height = height + lines[nth].pitch end
	height = math.min(height, at.bottom - at.top)
	local top = at.kind == "foot" and at.bottom - height - 1 or at.top
	local y = top + (at.kind == "foot" and 2 or 4)
	for nth = 1, math.max(count, before) do
		local actor, given = actors[nth], nth <= count and lines[nth] or nil
		actor:settext(given and given.words or "")
		if given then
			local inside = at.width - 8
			actor:zoom(given.zoom):maxwidth(inside / given.zoom):horizalign(at.align):diffuse(given.color or style.colors.plain)
			actor:xy(at.edge + (at.align == "HorizAlign_Right" and -4 or 4), y + given.pitch / 2)
			y = y + given.pitch
			longest = math.max(longest, math.min(inside, (tonumber(engine.ask(actor, "GetWidth")) or inside) * given.zoom))
		end
	end
	local width = longest + 8
	local x = at.align == "HorizAlign_Right" and at.edge - width / 2 or at.edge + width / 2
	ground:xy(x, top + height / 2):zoomto(width, height)
	return count
end

-- The verdict of a player: {actor, show, update}.
return function(player)
	local view, frame, found, at = {}, nil, nil, nil
	local since, shownTurn, popup, hidden = 0, 0, nil, false
	local ground, lineActors, used, players = nil, {}, 0, 1

	local function drawNow()
		if not ground then
			ground = frame:GetChild("Ground")
			for nth = 1, mostLines do lineActors[nth] = frame:GetChild("Line" .. nth) end
		end
		local lines = at.kind == "foot" and footLines(found, at, shownTurn) or columnLines(found, at)
		used = draw(ground, lineActors, used, at, lines)
	end

	-- For a new evaluation, with the number of players.
	function view.enter(count) popup, since, shownTurn, players = nil, engine.now(), 0, count end

	function view.useScreen(screen) popup = screen.popup end

	function view.show()
		found = verdict.of(capture.shown[player])
		if not frame then return end
		hidden = screens.isVisible(popup)
		frame:visible(found ~= nil and not hidden)
		if not found then return end
		at = place.verdict(player, players, screens.hasEventBox(player))
		drawNow()
	end

	-- Called once a frame. The theme's own window over the evaluation hides it.
	function view.update()
		if not frame or not found then return end
		if popup and screens.isVisible(popup) ~= hidden then return view.show() end
		if at.kind ~= "foot" then return end
		local turn = math.floor((engine.now() - since) / secondsOfLine)
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
	for nth = 1, mostLines do actors[#actors + 1] = style.line("Line" .. nth, 0, 0, style.detail, 100) end
	view.actor = actors
	return view
end
