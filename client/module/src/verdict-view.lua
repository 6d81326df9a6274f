-- The verdict of a player on the evaluation screen: two lines above the foot of the screen, on the player's side.
local capture = require("capture")
local style = require("style")
local verdict = require("verdict")

local height, foot = 38, 34

local function show(frame, player)
	local told = verdict.of(capture.shown[player])
	frame:visible(told ~= nil)
	if not told then return end
	local newer = verdict.newer()
	local detail = told.detail ~= "" and told.detail or nil
	if told.kind == "saved" and newer then detail = (detail and detail .. "   " or "") .. newer end
	style.say(frame, "Title", told.title, style.colors[told.kind])
	style.say(frame, "Detail", detail or newer)
end

-- The actor for a player.
return function(player)
	local width, screenHeight = style.screen()
	local half = width / 2
	local x = player == "PlayerNumber_P2" and half * 1.5 or half / 2
	local y = screenHeight - foot - height / 2
	local room = half - 16
	return Def.ActorFrame({
		Name = "Verdict" .. player,
		InitCommand = function(self) self:visible(false) end,
		ShowCommand = function(self) show(self, player) end,
		StepledgerChangedMessageCommand = function(self) show(self, player) end,
		style.box("Ground", x, y, half - 8, height),
		style.line("Title", x, y - 9, style.title, room),
		style.line("Detail", x, y + 9, style.detail, room),
	})
end
