-- The scores of the chart under the cursor, at the right end of a player's field below the song wheel, where the theme
-- shows those of rivals: own bests with ranks, then the best of the rivals, then events that have the chart.
local chart = require("chart")
local chartScores = require("chart-scores")
local engine = require("engine")
local place = require("place")
local profile = require("profile")
local style = require("style")
local text = require("text")

local rows = 3
local boardNames = { HardEX = "H.EX", EX = "EX", ITG = "ITG" }
-- Seconds: of a page, until a resting cursor is asked for, and between looks at what is under it.
local secondsOfPage, rest, look = 3.5, 0.4, 0.2

local function grouped(number)
	return (string.gsub(tostring(math.floor(tonumber(number) or 0)), "(%d)(%d%d%d)$", "%1,%2"))
end

-- The first letters of a name, whole ones.
local function shortened(name)
	local letters = {}
	for letter in string.gmatch(tostring(name), "[%z\1-\127\194-\244][\128-\191]*") do
		if #letters < 8 then letters[#letters + 1] = letter end
	end
	return table.concat(letters)
end

local function row(label, value, color, valueColor) return { label = label, value = value, color = color, valueColor = valueColor } end

local function ownPage(boards)
	local page = {}
	for _, board in ipairs(boards) do
		local name = boardNames[board.type] or tostring(board.type)
		local value = board.score and tostring(board.score) .. (board.rank and " " .. text.of("wheel.rank", { rank = board.rank }) or "") or "--"
		page[#page + 1] = row(name, value, style.colors[board.type])
	end
	return page
end

local function rivalPage(boards)
	local page, some = {}, false
	for _, board in ipairs(boards) do
		local rival = board.rival
		some = some or rival ~= nil
		page[#page + 1] = row(rival and shortened(rival.alias) or "--", rival and tostring(rival.score) or "", style.colors.rival, style.colors[board.type])
	end
	return some and page or nil
end

local function eventPage(event)
	local best
	for _, entry in ipairs(type(event.leaderboards) == "table" and event.leaderboards or {}) do best = best or entry.chart end
	local words = best and text.of("wheel.event", { rank = best.rank, points = grouped(best.points) }) or text.of("wheel.noevent")
	return { row(tostring(event.name), "", style.colors.event), row(tostring(event.roundName), "", style.colors.dim), row(words, "") }
end

-- The theme's own rivals are there: its field has a turn of its own.
local function themeHasRivals(player)
	local store = type(SL) == "table" and SL or {}
	local own, service = store[engine.short(player)], store.GrooveStats
	return type(own) == "table" and type(service) == "table" and service.GetScores == true and (own.ApiKey or "") ~= ""
end

local function pagesOf(player, found)
	local pages, some = {}, #found.events > 0
	for _, board in ipairs(found.boards) do some = some or board.score ~= nil or board.rival ~= nil end
	if not some then return pages end
	pages[1] = ownPage(found.boards)
	pages[#pages + 1] = rivalPage(found.boards)
	for _, event in ipairs(found.events) do pages[#pages + 1] = eventPage(event) end
	if themeHasRivals(player) then pages[#pages + 1] = {} end
	return pages
end

local function draw(field, page)
	local frame = field.frame
	frame:visible(page ~= nil and #page > 0)
	if not page or #page == 0 then return end
	for nth = 1, rows do
		local given = page[nth]
		style.say(frame, "Label" .. nth, given and given.label or "", given and given.color)
		style.say(frame, "Value" .. nth, given and given.value or "", given and given.valueColor)
	end
	frame:GetChild("Mark"):visible(field.marked)
	local service = type(SL) == "table" and SL.GrooveStats
	local hidden = type(service) == "table" and service.GetScores == true
	style.say(frame, "Meter", hidden and "" or tostring(field.meter or ""), { 0, 0, 0, 1 })
end

local function actor(field, player)
	local at = place.scores(player)
	local width = at.right - at.left
	local zoom = width > 90 and 0.85 or 0.7
	local digits, digitsZoom = style.digits()
	local hide = engine.guarded("wheel", function(self)
		field.hash, field.seen = nil, 0
		self:visible(false)
	end)
	local frame = Def.ActorFrame({
		Name = "Scores" .. player,
		InitCommand = function(self)
			field.frame = self
			self:visible(false)
		end,
		CurrentSongChangedMessageCommand = hide,
		["CurrentSteps" .. engine.short(player) .. "ChangedMessageCommand"] = hide,
		style.box("Ground", (at.left + at.right) / 2, at.top + at.height / 2, width, at.height, style.solid),
		style.box("Mark", at.left + 1.5, at.top + at.height / 2, 3, at.height, style.colors.event),
		-- The theme's own is below the ground.
		Def.BitmapText({ Name = "Meter", Font = digits, InitCommand = function(self)
			self:xy(place.meter(player), at.top + at.height / 2):zoom(digitsZoom):maxwidth(29 / digitsZoom)
		end }),
	})
	for nth = 1, rows do
		local y = at.top + 13 + (nth - 1) * 18
		frame[#frame + 1] = style.line("Label" .. nth, at.left + 7, y, zoom, width - 12, "HorizAlign_Left")
		frame[#frame + 1] = style.line("Value" .. nth, at.right - 5, y, zoom, width - 33, "HorizAlign_Right")
	end
	return frame
end

-- The fields of both players: {actors, enter, show, update, fetch}. `changed` is called when an answer is here.
return function(changed)
	local players = { "PlayerNumber_P1", "PlayerNumber_P2" }
	local fields, view = {}, { actors = {} }
	for _, player in ipairs(players) do
		fields[player] = { seen = 0 }
		view.actors[#view.actors + 1] = actor(fields[player], player)
	end
	local profiles = {}

	function view.enter()
		profiles = profile.ofPlayers()
		for _, field in pairs(fields) do field.hash, field.seen, field.pages, field.page = nil, 0, nil, nil end
	end

	-- What is under the cursor of a player: the hash of the chart, once the theme has read it.
	local function lookAt(player, field)
		local now = engine.now()
		if now - field.seen < look then return end
		field.seen = now
		local steps = engine.ask(GAMESTATE, "GetCurrentSteps", player)
		local found = chart.of(player, steps)
		if found.hash == field.hash then return end
		field.hash, field.since = found.hash, now
		field.meter = found.hash and engine.ask(steps, "GetMeter")
		field.pages = nil
	end

	local function pagesNow(player, field)
		local known = field.hash and chartScores.of(profiles[player], field.hash)
		field.pages = known and pagesOf(player, known) or {}
		field.marked = known ~= nil and #known.events > 0
		field.page, field.turned = nil, engine.now()
	end

	function view.update()
		for player, field in pairs(fields) do
			if profiles[player] and field.frame then
				lookAt(player, field)
				if not field.pages then pagesNow(player, field) end
				local nth = math.floor((engine.now() - field.turned) / secondsOfPage) % math.max(1, #field.pages) + 1
				if nth ~= field.page then
					field.page = nth
					draw(field, field.pages[nth])
				end
			elseif field.frame and field.pages ~= false then
				field.pages = false
				field.frame:visible(false)
			end
		end
	end

	-- An answer is here, or a player has joined.
	function view.show()
		profiles = profile.ofPlayers()
		for _, field in pairs(fields) do field.pages = nil end
	end

	-- Asks for what is under a cursor that rests. Whether it did.
	function view.fetch()
		for player, field in pairs(fields) do
			local self = profiles[player]
			if self and field.hash and engine.now() - field.since >= rest and chartScores.ask(self, field.hash, changed) then return true end
		end
		return false
	end

	return view
end
