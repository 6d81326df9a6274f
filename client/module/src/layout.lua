-- Areas that Simply Love leaves free, px. Screens are 480 high, and 640 (4:3) or 854 (16:9) wide.
local engine = require("engine")
local style = require("style")

local layout = {}

local function isSecond(player) return player == "PlayerNumber_P2" end

-- An area of player 1, mirrored for player 2.
local function mirrored(player, left, right, area)
	local width = style.screen()
	if isSecond(player) then left, right = width - right, width - left end
	area.x, area.width = (left + right) / 2, right - left
	area.align = isSecond(player) and "HorizAlign_Right" or "HorizAlign_Left"
	area.edge = isSecond(player) and right or left
	return area
end

-- Returns the name that the theme shows in the footer, "" if it prompts for start or a card: that of the profile, or
-- the one on another service if there is one.
local function nameOf(player)
	local themePlayer = type(SL) == "table" and SL[engine.shortName(player)]
	local serviceName = type(themePlayer) == "table" and themePlayer.GrooveStatsUsername
	local name = engine.call(PROFILEMAN, "GetPlayerName", player)
	if type(name) ~= "string" or name == "" or type(serviceName) ~= "string" or #serviceName < #name then return name or "" end
	return serviceName
end

-- Area in the footer between the player's name and the theme's text in the middle, two lines high.
function layout.foot(player)
	local width, height = style.screen()
	local isWide = width > 700
	local nameX, nameZoom = isWide and 45 or 38, isWide and 0.9 or 0.8
	local name, middle = nameOf(player), width / 2 - 74
	local nameWidth = name ~= "" and math.max(8, #name) * style.letter or 84
	-- On a narrow screen a name of more than 20 letters leaves too little.
	local firstX = math.min(nameX + nameWidth * nameZoom + 9, middle - 90)
	return mirrored(player, firstX, middle, { kind = "foot", top = height - 31, bottom = height - 1 })
end

-- Area of the verdict. One player: beside the banner, in place of the other player's grade. Two players: the outer
-- margins of a wide screen, the footer of a narrow one. `isTaken`: the theme shows something beside the banner.
function layout.verdict(player, players, isTaken)
	local width = style.screen()
	local isWide = width > 700
	if players == 1 and not isTaken then
		local other = isSecond(player) and "PlayerNumber_P1" or "PlayerNumber_P2"
		local column = mirrored(other, math.max(6, width / 2 - 382), width / 2 - 152, { kind = "column", top = 38, bottom = 182 })
		column.align, column.edge = "HorizAlign_Left", column.x - column.width / 2
		return column
	end
	if isWide then return mirrored(player, 4, width / 2 - 309, { kind = "column", top = 184, bottom = 446 }) end
	return layout.foot(player)
end

-- Area of a pane of the evaluation, left or right.
function layout.pane(side)
	local width, height = style.screen()
	return { x = width / 2 + (isSecond(side) and 155 or -155), width = 300, top = height / 2 - 56, height = 180 }
end

-- Area of the scores on the song wheel: the right end of a player's field, where the theme shows those of rivals.
function layout.scores(player)
	local width, height = style.screen()
	local isWide = width > 700
	local middle = isSecond(player) and width * 0.75 + 5 or width * 0.25 - 5
	local left, right = middle + (isWide and 104 or 79), middle + width / 4 - 5
	return { left = left, right = right, top = height - 92, height = 60 }
end

-- Returns the middle of the free left end of that field, for the difficulty number that the scores hide.
function layout.meter(player)
	local width = style.screen()
	local middle = isSecond(player) and width * 0.75 + 5 or width * 0.25 - 5
	return middle - width / 4 + 5 + (width > 700 and 22 or 14)
end

-- Area of the code that links an account; `y` is its middle, `height` the least that looks tidy. On the title screen:
-- beside the logo. On the song wheel: all that the theme shows of the song, between header and panes.
function layout.link(player, isTitle)
	local width = style.screen()
	local isWide = width > 700
	if isTitle then
		local free = width / 2 - 143
		local half = math.min(118, free / 2 - 2)
		return mirrored(player, free / 2 - half, free / 2 + half, { y = 256, height = 0 })
	end
	local middle, half = isWide and width / 2 - 170 or 158, isWide and 160 or 158
	return mirrored(player, middle - half, middle + half, { y = 211, height = 354 })
end

-- Area of the status light on the title screen: top right, beside the theme's logo. The theme has its own at the top
-- left.
function layout.title()
	local width = style.screen()
	return { right = width - 10, top = 8, width = width / 2 - 158 }
end

return layout
