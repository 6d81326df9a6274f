-- Where Simply Love leaves room, px of a screen 480 high: 640 wide (4:3) or 854 (16:9).
local engine = require("engine")
local style = require("style")

local place = {}

local function isSecond(player) return player == "PlayerNumber_P2" end

-- A place of one player, mirrored for the second.
local function sided(player, left, right, rest)
	local width = style.screen()
	if isSecond(player) then left, right = width - right, width - left end
	rest.x, rest.width, rest.align = (left + right) / 2, right - left, isSecond(player) and "HorizAlign_Right" or "HorizAlign_Left"
	rest.edge = isSecond(player) and right or left
	return rest
end

-- Two lines in the foot of the screen, between the name of the player's profile and what the theme shows in the middle.
function place.foot(player)
	local width, height = style.screen()
	local name = engine.ask(PROFILEMAN, "GetPlayerName", player)
	-- Without a name the theme asks for a start or a card there.
	local letters = math.max(8, math.min(16, type(name) == "string" and name ~= "" and #name or 14))
	local from = 44 + letters * style.letter * 0.85
	return sided(player, from, math.max(from + 90, width / 2 - 74), { kind = "foot", top = height - 31, bottom = height - 1 })
end

-- Of the verdict. One player has the area beside the banner, where the other player's grade would be. Two have the outer
-- margins of a wide screen, and the foot of a narrow one. `taken`: the theme shows something beside the banner.
function place.verdict(player, players, taken)
	local width = style.screen()
	local wide = width > 700
	if players == 1 and not taken then
		local other = isSecond(player) and "PlayerNumber_P1" or "PlayerNumber_P2"
		local found = sided(other, math.max(6, width / 2 - 382), width / 2 - 152, { kind = "column", top = 38, bottom = 182 })
		found.align, found.edge = "HorizAlign_Left", found.x - found.width / 2
		return found
	end
	if wide then return sided(player, 4, width / 2 - 309, { kind = "column", top = 184, bottom = 446 }) end
	return place.foot(player)
end

-- Of a pane of the evaluation: the left or the right one.
function place.pane(side)
	local width, height = style.screen()
	return { x = width / 2 + (isSecond(side) and 155 or -155), width = 300, top = height / 2 - 56, height = 180 }
end

-- Of scores on the song wheel: the right end of a player's field, where the theme shows those of rivals.
function place.scores(player)
	local width, height = style.screen()
	local wide = width > 700
	local middle = isSecond(player) and width * 0.75 + 5 or width * 0.25 - 5
	local left, right = middle + (wide and 104 or 79), middle + width / 4 - 5
	return { left = left, right = right, top = height - 92, height = 60 }
end

-- Middle of the free left end of that field, for what the scores cover.
function place.meter(player)
	local width = style.screen()
	local middle = isSecond(player) and width * 0.75 + 5 or width * 0.25 - 5
	return middle - width / 4 + 5 + (width > 700 and 22 or 14)
end

-- Of the light on the title screen: beside the theme's logo, at the top right, as the theme has its own at the top left.
function place.title()
	local width = style.screen()
	return { right = width - 10, top = 8, width = width / 2 - 158 }
end

return place
