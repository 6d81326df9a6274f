-- Draws the code with which a player links an account, on the player's side of the title screen and of the song wheel:
-- QR code, address, letters, how long it is valid.
local allowedHosts = require("allowed-hosts")
local engine = require("engine")
local layout = require("layout")
local link = require("link")
local linkButton = require("link-button")
local profile = require("profile")
local style = require("style")
local text = require("text")
local wrap = require("wrap")

local maxLines = 14
-- The standard wants four light modules around a code.
local quietZone = 4
-- Side of a code with its quiet zone, at most; px.
local longestSide = 185
local dark = { 0, 0, 0, 1 }

local function line(words, color, zoom) return { words = words, color = color, zoom = zoom or style.row, pitch = 21 * (zoom or style.row) } end

local function paragraph(lines, words, color, width)
	for _, part in ipairs(wrap(words, math.floor(width / (style.letter * style.row)))) do lines[#lines + 1] = line(part, color) end
end

local function secondsLeft(self)
	return self.phase == "waiting" and math.max(0, math.ceil(self.expiresAt - engine.uptime())) or nil
end

-- Returns the lines above and below the QR code, which is there only while the player is to allow it.
local function contentOf(self, isTitle, width)
	local above, below = {}, {}
	local button = linkButton.name(isTitle)
	local colors, target = style.colors, self.profile
	local function add(words, color) paragraph(below, words, color, width) end
	local function addButton(name)
		if button then add(text.get("link." .. name, { button = button }), colors.dim) end
	end
	above[1] = line(text.get("link.title"), colors.plain, style.title)
	above[2] = line(target.isGuest and text.get("link.guest") or profile.nameOf(target), colors.dim)

	if self.phase == "linked" then
		add(text.get("link.linked", { alias = profile.nameOf(target) }), colors.saved)
		if target.isUnwritten then add(text.get("link.unwritten"), colors.waiting) end
	elseif self.phase == "refused" or self.phase == "expired" then
		add(text.get("link." .. self.phase), colors.key)
		addButton("again")
	elseif self.phase == "blocked" then
		add(text.get("verdict.blocked", { host = self.host }), colors.blocked)
		add(text.get("verdict.allow", { line = allowedHosts.line(self.host) }), colors.plain)
		addButton("close")
	elseif self.phase == "asking" or self.encode then
		-- Letters before the QR code would move when it comes.
		if not self.failure then add(text.get("link.asking"), colors.sending) end
	else
		local seconds = secondsLeft(self)
		add(text.get("link.open", { address = self.address }), colors.plain)
		below[#below + 1] = line(self.userCode, colors.plain, 2)
		below[#below + 1] = line(text.get("link.valid", { time = string.format("%d:%02d", math.floor(seconds / 60), seconds % 60) }), colors.dim)
	end
	if self.failure and (self.phase == "asking" or self.phase == "waiting") then
		add(text.get("link.failed", { reason = text.get("light." .. self.failure, { host = self.host }) }), colors.waiting)
	end
	if target.isGuest and self.phase ~= "blocked" then add(text.get("link.lost"), colors.waiting) end
	return above, below
end

-- Returns the side of a module, px: whole pixels, where the screen has that many. `width`: of the window.
local function moduleOf(code, width)
	return math.max(1, math.floor(math.min(longestSide, width - 8) / (#code + 2 * quietZone)))
end

-- Returns the vertices of the dark modules: a quad for each horizontal run.
local function verticesOf(code, module)
	local vertices = {}
	local function add(x, y) vertices[#vertices + 1] = { { x, y, 0 }, dark } end
	for nth, row in ipairs(code) do
		local top, from = (nth - 1) * module, nil
		for x = 1, #row + 1 do
			if row[x] == 1 then
				from = from or x
			elseif from then
				local left, right = (from - 1) * module, (x - 1) * module
				add(left, top)
				add(right, top)
				add(right, top + module)
				add(left, top + module)
				from = nil
			end
		end
	end
	return vertices
end

-- Draws a QR code whose light square is centred at `x` and begins at `top`. `module`: side of its modules.
local function drawCode(frame, code, module, x, top, isNew)
	local side = (#code + 2 * quietZone) * module
	local left = math.floor(x - side / 2)
	frame:GetChild("Light"):xy(left + side / 2, top + side / 2):zoomto(side, side)
	local modules = frame:GetChild("Code")
	modules:xy(left + quietZone * module, top + quietZone * module)
	if not isNew then return end
	local vertices = verticesOf(code, module)
	modules:SetNumVertices(#vertices)
	modules:SetVertices(vertices)
	modules:SetDrawState({ Mode = "DrawMode_Quads", First = 1, Num = -1 })
end

-- Creates the view of a player: {actor, show, update}. `isTitle`: on the title screen.
return function(player, isTitle)
	-- `drawn`: {seconds} while the window is shown. `drawnCode`: whose vertices the actor has.
	local view, frame, drawn, drawnCode = {}, nil, nil, nil

	local function drawLines(lines, from, x, y, width)
		for i, content in ipairs(lines) do
			local actor = frame:GetChild("Line" .. from + i)
			if actor then
				actor:settext(content.words):zoom(content.zoom):maxwidth(width / content.zoom):diffuse(content.color)
				actor:xy(x, y + content.pitch / 2)
			end
			y = y + content.pitch
		end
		return y
	end

	local function heightOf(lines)
		local height = 0
		for _, content in ipairs(lines) do height = height + content.pitch end
		return height
	end

	local function draw(self)
		local area = layout.link(player, isTitle)
		local inside = area.width - 16
		local above, below = contentOf(self, isTitle, inside)
		local code = self.phase == "waiting" and self.code or nil
		local module = code and moduleOf(code, area.width)
		local space = code and module * (#code + 2 * quietZone) or 0
		local height = heightOf(above) + heightOf(below) + space + 22
		local top = math.floor(area.y - height / 2)
		frame:GetChild("Ground"):xy(area.x, area.y):zoomto(area.width, math.max(height, area.height))
		local y = drawLines(above, 0, area.x, top + 5, inside) + 6
		frame:GetChild("Light"):visible(code ~= nil)
		frame:GetChild("Code"):visible(code ~= nil)
		if code then drawCode(frame, code, module, area.x, math.floor(y), drawnCode ~= code) end
		drawnCode = code or drawnCode
		drawLines(below, #above, area.x, y + space + 6, inside)
		for nth = #above + #below + 1, maxLines do frame:GetChild("Line" .. nth):settext("") end
	end

	-- Called when something has changed. `isHidden`: something covers the screen.
	function view.show(isHidden)
		local self = link.of(player)
		if not frame then return end
		frame:visible(self ~= nil and not isHidden)
		if not self or isHidden then
			drawn = nil
			return
		end
		drawn = { seconds = secondsLeft(self) }
		draw(self)
	end

	-- Called once a frame: counts down.
	function view.update(isHidden)
		local self = link.of(player)
		local isShown = self ~= nil and not isHidden
		if isShown ~= (drawn ~= nil) or isShown and secondsLeft(self) ~= drawn.seconds then view.show(isHidden) end
	end

	local actors = Def.ActorFrame({
		Name = "Link" .. player,
		InitCommand = function(self)
			frame = self
			self:visible(false)
		end,
		style.box("Ground", 0, 0, 0, 0, style.solid),
		style.box("Light", 0, 0, 0, 0, { 1, 1, 1, 1 }),
		Def.ActorMultiVertex({ Name = "Code" }),
	})
	for nth = 1, maxLines do actors[#actors + 1] = style.line("Line" .. nth, 0, 0, style.row, 100) end
	view.actor = actors
	return view
end
