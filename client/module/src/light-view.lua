-- The light of the title screen, at its top right, and of the song wheel, in its foot beside the name of each player.
local light = require("light")
local place = require("place")
local style = require("style")
local text = require("text")
local wrap = require("wrap")

local view = {}

local zoom, pitch = style.row, 17
local footZoom, footPitch = style.small, 14.5

-- `words`: lines with their colours. `right`: whether they end there.
local function draw(frame, most, words, at)
	local longest = 0
	for nth = 1, most do
		local actor, given = frame:GetChild("Line" .. nth), words[nth]
		actor:settext(given and given.words or "")
		if given then
			local inside = at.width - 8
			actor:zoom(at.zoom):maxwidth(inside / at.zoom):horizalign(at.align):diffuse(given.color)
			actor:xy(at.edge + (at.align == "HorizAlign_Right" and -5 or 5), at.top + 3 + (nth - 0.5) * at.pitch)
			longest = math.max(longest, math.min(inside, (actor.GetWidth and actor:GetWidth() or inside) * at.zoom))
		end
	end
	local count = math.min(#words, most)
	local width, height = longest + 10, count * at.pitch + 6
	frame:GetChild("Ground"):xy(at.edge + (at.align == "HorizAlign_Right" and -1 or 1) * width / 2, at.top + height / 2):zoomto(width, height)
end

local function frameOf(name, most, show)
	local frame = Def.ActorFrame({
		Name = name,
		InitCommand = function(self) self:visible(false) end,
		ShowCommand = show,
		style.box("Ground", 0, 0, 0, 0),
	})
	for nth = 1, most do frame[#frame + 1] = style.line("Line" .. nth, 0, 0, zoom, 100) end
	return frame
end

local mostOfTitle = 7

-- `profiles`: a function that gives those of this machine, nil while they are looked for.
function view.title(profiles)
	return frameOf("StepledgerLight", mostOfTitle, function(self)
		local known = profiles()
		local found = known and light.ofMachine(known) or nil
		self:visible(found ~= nil)
		if not found then return end
		local at = place.title()
		local words = { { words = text.of("light.name"), color = style.colors.plain } }
		for _, part in ipairs(wrap(found.title, math.floor(at.width / (style.letter * zoom)))) do
			words[#words + 1] = { words = part, color = style.colors[found.kind] }
		end
		draw(self, mostOfTitle, words,
			{ edge = at.right, top = at.top, width = at.width, align = "HorizAlign_Right", zoom = zoom, pitch = pitch })
	end)
end

-- Of a player on the song wheel.
function view.foot(player)
	return frameOf("StepledgerLight" .. player, 2, function(self)
		local found = light.ofPlayer(player)
		self:visible(found ~= nil)
		if not found then return end
		local at = place.foot(player)
		local words = {}
		local letters = math.max(math.floor(at.width / (style.letter * footZoom)), math.ceil(#found.title / 2) + 3)
		for _, part in ipairs(wrap(found.title, letters)) do words[#words + 1] = { words = part, color = style.colors[found.kind] } end
		local height = math.min(#words, 2) * footPitch + 6
		draw(self, 2, words, { edge = at.edge, top = (at.top + at.bottom - height) / 2, width = at.width, align = at.align,
			zoom = footZoom, pitch = footPitch })
	end)
end

return view
