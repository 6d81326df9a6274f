-- Draws the scores of the selected chart on the song wheel, at the right end of a player's field, where the theme shows
-- those of rivals. Pages: own bests with ranks, the best of the rivals, then each event that has the chart.
local chart = require("chart")
local chartScores = require("chart-scores")
local engine = require("engine")
local layout = require("layout")
local profile = require("profile")
local screens = require("screens")
local style = require("style")
local text = require("text")

local rows = 3
-- In s: time of a page, debounce of requests while the cursor moves, interval between reads of the selected chart.
local pageDuration, debounce, checkInterval = 3.5, 0.4, 0.2

-- Returns the first eight characters of a name in UTF-8.
local function shortened(name)
	local letters = {}
	for letter in string.gmatch(tostring(name), "[%z\1-\127\194-\244][\128-\191]*") do
		if #letters < 8 then letters[#letters + 1] = letter end
	end
	return table.concat(letters)
end

local function row(label, value, color, valueColor)
	return { label = label, value = value, color = color, valueColor = valueColor }
end

local function ownPage(boards)
	local page = {}
	for _, board in ipairs(boards) do
		local name = text.boardName(board.type)
		local rank = board.rank and " " .. text.get("wheel.rank", { rank = board.rank }) or ""
		local value = board.score and tostring(board.score) .. rank or "--"
		page[#page + 1] = row(name, value, style.colors[board.type])
	end
	return page
end

local function rivalPage(boards)
	local page, hasRival = {}, false
	for _, board in ipairs(boards) do
		local rival = board.rival
		hasRival = hasRival or rival ~= nil
		page[#page + 1] = row(rival and shortened(rival.alias) or "--", rival and tostring(rival.score) or "",
			style.colors.rival, style.colors[board.type])
	end
	return hasRival and page or nil
end

local function eventPage(event)
	local best
	for _, entry in ipairs(type(event.leaderboards) == "table" and event.leaderboards or {}) do best = best or entry.chart end
	local words = best and text.get("wheel.event", { rank = best.rank, points = text.number(best.points) })
		or text.get("wheel.noevent")
	return { row(tostring(event.name), "", style.colors.event), row(tostring(event.roundName), "", style.colors.dim),
		row(words, "") }
end

-- Returns whether the theme shows its own rivals there. They get a page on which nothing is drawn.
local function hasThemeRivals(player)
	local theme = type(SL) == "table" and SL or {}
	local themePlayer, grooveStats = theme[engine.shortName(player)], theme.GrooveStats
	return type(themePlayer) == "table" and type(grooveStats) == "table" and grooveStats.GetScores == true
		and (themePlayer.ApiKey or "") ~= ""
end

local function pagesOf(player, scores)
	local pages, hasContent = {}, #scores.events > 0
	for _, board in ipairs(scores.boards) do hasContent = hasContent or board.score ~= nil or board.rival ~= nil end
	if not hasContent then return pages end
	pages[1] = ownPage(scores.boards)
	pages[#pages + 1] = rivalPage(scores.boards)
	for _, event in ipairs(scores.events) do pages[#pages + 1] = eventPage(event) end
	if hasThemeRivals(player) then pages[#pages + 1] = {} end
	return pages
end

local function draw(field, page)
	local frame = field.frame
	frame:visible(page ~= nil and #page > 0)
	if not page or #page == 0 then return end
	for nth = 1, rows do
		local content = page[nth]
		style.setLine(frame, "Label" .. nth, content and content.label or "", content and content.color)
		style.setLine(frame, "Value" .. nth, content and content.value or "", content and content.valueColor)
	end
	frame:GetChild("Mark"):visible(field.hasEvent)
	local grooveStats = type(SL) == "table" and SL.GrooveStats
	local isHidden = type(grooveStats) == "table" and grooveStats.GetScores == true
	style.setLine(frame, "Meter", isHidden and "" or tostring(field.meter or ""), { 0, 0, 0, 1 })
end

local function actor(field, player)
	local area = layout.scores(player)
	local width = area.right - area.left
	local zoom = width > 90 and 0.85 or 0.7
	local digits, digitsZoom = style.digits()
	local hide = engine.guarded("wheel", function(self)
		field.hash, field.checkedAt = nil, 0
		self:visible(false)
	end)
	local frame = Def.ActorFrame({
		Name = "Scores" .. player,
		InitCommand = function(self)
			field.frame = self
			self:visible(false)
		end,
		CurrentSongChangedMessageCommand = hide,
		["CurrentSteps" .. engine.shortName(player) .. "ChangedMessageCommand"] = hide,
		style.box("Ground", (area.left + area.right) / 2, area.top + area.height / 2, width, area.height, style.solid),
		style.box("Mark", area.left + 1.5, area.top + area.height / 2, 3, area.height, style.colors.event),
		-- The theme's own number is hidden by the background.
		Def.BitmapText({ Name = "Meter", Font = digits, InitCommand = function(self)
			self:xy(layout.meter(player), area.top + area.height / 2):zoom(digitsZoom):maxwidth(29 / digitsZoom)
		end }),
	})
	for nth = 1, rows do
		local y = area.top + 13 + (nth - 1) * 18
		frame[#frame + 1] = style.line("Label" .. nth, area.left + 7, y, zoom, width - 12, "HorizAlign_Left")
		frame[#frame + 1] = style.line("Value" .. nth, area.right - 5, y, zoom, width - 33, "HorizAlign_Right")
	end
	return frame
end

-- Creates the fields of both players: {actors, enter, show, update, fetch}. `changed` is called when a response has
-- arrived.
return function(changed)
	local fields, view = {}, { actors = {} }
	for _, player in ipairs(engine.players) do
		fields[player] = { checkedAt = 0 }
		view.actors[#view.actors + 1] = actor(fields[player], player)
	end
	local profiles = {}

	function view.enter()
		profiles = profile.byPlayer()
		for _, field in pairs(fields) do field.hash, field.checkedAt, field.pages, field.page = nil, 0, nil, nil end
	end

	-- Reads the hash of the chart under a player's cursor, once the theme has parsed it.
	local function checkSelection(player, field)
		local now = engine.uptime()
		if now - field.checkedAt < checkInterval then return end
		field.checkedAt = now
		local steps = engine.call(GAMESTATE, "GetCurrentSteps", player)
		local identified = chart.identify(player, steps)
		if identified.hash == field.hash then return end
		field.hash, field.selectedAt = identified.hash, now
		field.meter = identified.hash and engine.call(steps, "GetMeter")
		field.pages = nil
	end

	local function buildPages(player, field)
		local scores = field.hash and chartScores.cached(profiles[player], field.hash)
		field.pages = scores and pagesOf(player, scores) or {}
		field.hasEvent = scores ~= nil and #scores.events > 0
		field.page, field.shownSince = nil, engine.uptime()
	end

	function view.update()
		local isCovered = screens.isWheelCovered()
		for player, field in pairs(fields) do
			if profiles[player] and field.frame then
				checkSelection(player, field)
				if not field.pages then buildPages(player, field) end
				local nth = math.floor((engine.uptime() - field.shownSince) / pageDuration) % math.max(1, #field.pages) + 1
				if nth ~= field.page or isCovered ~= field.isCovered then
					field.page, field.isCovered = nth, isCovered
					draw(field, not isCovered and field.pages[nth] or nil)
				end
			elseif field.frame and field.pages ~= false then
				field.pages = false
				field.frame:visible(false)
			end
		end
	end

	-- Called when a response has arrived or a player has joined.
	function view.show()
		profiles = profile.byPlayer()
		for _, field in pairs(fields) do field.pages = nil end
	end

	-- Requests the scores of a chart when the cursor has rested on it. Returns whether it has sent a request.
	function view.fetch()
		for player, field in pairs(fields) do
			local self = profiles[player]
			local hasRested = self and field.hash and engine.uptime() - field.selectedAt >= debounce
			if hasRested and chartScores.request(self, field.hash, changed) then return true end
		end
		return false
	end

	return view
end
