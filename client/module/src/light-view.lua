-- Draws the status light: at the top right of the title screen, in the footer of the song wheel beside the name of each
-- player, and in the same place before the first step of a song that will not be sent.
local layout = require("layout")
local light = require("light")
local style = require("style")
local text = require("text")
local wrap = require("wrap")

local view = {}

local zoom, pitch = style.row, 17
local footZoom, footPitch = style.small, 14.5

-- `lines`: {words, color} each. `area`: see layout.lua.
local function draw(frame, maxLines, lines, area)
	local longest = 0
	for nth = 1, maxLines do
		local actor, line = frame:GetChild("Line" .. nth), lines[nth]
		actor:settext(line and line.words or "")
		if line then
			local inside = area.width - 10
			actor:zoom(area.zoom):maxwidth(inside / area.zoom):horizalign(area.align):diffuse(line.color)
			actor:xy(area.edge + (area.align == "HorizAlign_Right" and -5 or 5), area.top + 3 + (nth - 0.5) * area.pitch)
			longest = math.max(longest, math.min(inside, (actor.GetWidth and actor:GetWidth() or inside) * area.zoom))
		end
	end
	local count = math.min(#lines, maxLines)
	local width, height = longest + 10, count * area.pitch + 6
	local x = area.edge + (area.align == "HorizAlign_Right" and -1 or 1) * width / 2
	frame:GetChild("Ground"):xy(x, area.top + height / 2):zoomto(width, height)
end

local function frameOf(name, maxLines, show)
	local frame = Def.ActorFrame({
		Name = name,
		InitCommand = function(self) self:visible(false) end,
		ShowCommand = show,
		style.box("Ground", 0, 0, 0, 0),
	})
	for nth = 1, maxLines do frame[#frame + 1] = style.line("Line" .. nth, 0, 0, zoom, 100) end
	return frame
end

local maxTitleLines = 12

-- Returns lines of at most `letters` bytes. A part that does not fit on the line of the one before begins a new line.
local function packed(parts, letters)
	local lines = {}
	for _, part in ipairs(parts) do
		local last = lines[#lines]
		if last and #last + 2 + #part <= letters then
			lines[#lines] = last .. ", " .. part
		else
			for _, words in ipairs(wrap(part, letters)) do lines[#lines + 1] = words end
		end
	end
	return lines
end

-- `profiles`: a function that returns the profiles of this machine, nil during the scan.
function view.title(profiles)
	return frameOf("StepledgerLight", maxTitleLines, function(self)
		local scanned = profiles()
		local status = scanned and light.forMachine(scanned) or nil
		self:visible(status ~= nil)
		if not status then return end
		local area = layout.title()
		local lines = { { words = text.get("light.name"), color = style.colors.plain } }
		for _, words in ipairs(packed(status.parts, math.floor(area.width / (style.letter * zoom)))) do
			lines[#lines + 1] = { words = words, color = style.colors[status.kind] }
		end
		draw(self, maxTitleLines, lines,
			{ edge = area.right, top = area.top, width = area.width, align = "HorizAlign_Right", zoom = zoom, pitch = pitch })
	end)
end

-- For the footer, beside the name of a player. `statusOf`: a function of the player, such as `light.forPlayer`.
function view.foot(player, statusOf)
	return frameOf("StepledgerLight" .. player, 2, function(self)
		local status = statusOf(player)
		self:visible(status ~= nil)
		if not status then return end
		local area = layout.foot(player)
		local lines = {}
		local title = table.concat(status.parts, ", ")
		local letters = math.max(math.floor(area.width / (style.letter * footZoom)), math.ceil(#title / 2) + 3)
		for _, words in ipairs(wrap(title, letters)) do
			lines[#lines + 1] = { words = words, color = style.colors[status.kind] }
		end
		local height = math.min(#lines, 2) * footPitch + 6
		draw(self, 2, lines, { edge = area.edge, top = (area.top + area.bottom - height) / 2, width = area.width,
			align = area.align, zoom = footZoom, pitch = footPitch })
	end)
end

return view
