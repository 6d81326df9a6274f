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

-- Area in the footer between the name of the player's profile and the theme's text in the middle, two lines high.
function layout.foot(player)
	local width, height = style.screen()
	local isWide = width > 700
	local nameX, nameZoom = isWide and 45 or 38, isWide and 0.9 or 0.8
	local name = engine.call(PROFILEMAN, "GetPlayerName", player)
	-- Without a name the theme prompts for start or a card there, in capitals.
	local nameWidth = type(name) == "string" and name ~= "" and math.max(8, math.min(16, #name)) * style.letter or 84
	local firstX = nameX + nameWidth * nameZoom + 9
	return mirrored(player, firstX, math.max(firstX + 90, width / 2 - 74),
		{ kind = "foot", top = height - 31, bottom = height - 1 })
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

-- Area of the status light on the title screen: top right, beside the theme's logo. The theme has its own at the top
-- left.
function layout.title()
	local width = style.screen()
	return { right = width - 10, top = 8, width = width / 2 - 158 }
end

return layout
