-- Fonts and colours of Simply Love, on a dark background that keeps text readable everywhere. Colours also differ in
-- lightness.
local engine = require("engine")

local style = {}

style.colors = {
	saved = { 0.45, 0.9, 0.55, 1 },
	sending = { 0.8, 0.85, 0.95, 1 },
	waiting = { 1, 0.8, 0.35, 1 },
	off = { 0.8, 0.8, 0.8, 1 },
	key = { 1, 0.55, 0.5, 1 },
	blocked = { 1, 0.55, 0.5, 1 },
	self = { 0.45, 0.9, 0.55, 1 },
	rival = { 1, 0.55, 0.5, 1 },
	event = { 1, 0.8, 0.35, 1 },
	plain = { 1, 1, 1, 1 },
	dim = { 0.75, 0.78, 0.8, 1 },
	HardEX = { 1, 0.62, 0.8, 1 },
	EX = { 0.13, 0.8, 0.91, 1 },
	ITG = { 0.97, 0.98, 1, 1 },
}
-- Background of the theme's panes. `solid` is opaque.
style.background = { 0.07, 0.1, 0.12, 0.85 }
style.solid = { 0.07, 0.1, 0.12, 1 }
style.font = "Common Normal"
local digits = "Wendy/_wendy small"
-- Zoom of the font, whose letters are 20 px high. The theme's own texts go down to 0.7.
style.title, style.row, style.detail, style.small = 1, 0.8, 0.75, 0.7

-- Average width of a letter of the font, px.
style.letter = 6.8

-- Returns the size of the screen: 640 or 854 wide, 480 high.
function style.screen()
	return tonumber(SCREEN_WIDTH) or 640, tonumber(SCREEN_HEIGHT) or 480
end

-- Returns font and zoom of the difficulty number, as the theme draws it. "Common Bold" is not usable: some themes
-- redirect it to an outline font, which is illegible when small and black.
function style.digits()
	local path = engine.call(THEME, "GetPathF", "", digits, true)
	if type(path) == "string" and path ~= "" then return digits, 0.45 end
	return style.font, 1.1
end

-- A line of text, at most `width` px.
function style.line(name, x, y, zoom, width, align)
	return Def.BitmapText({
		Name = name,
		Font = style.font,
		InitCommand = function(self)
			self:xy(x, y):zoom(zoom):horizalign(align or "HorizAlign_Center"):maxwidth(width / zoom)
		end,
	})
end

function style.box(name, x, y, width, height, color)
	return Def.Quad({
		Name = name,
		InitCommand = function(self) self:xy(x, y):zoomto(width, height):diffuse(color or style.background) end,
	})
end

-- Sets the text of the line `name` of a frame.
function style.setLine(frame, name, text, color)
	local line = frame:GetChild(name)
	if line then line:settext(text or ""):diffuse(color or style.colors.plain) end
end

return style
