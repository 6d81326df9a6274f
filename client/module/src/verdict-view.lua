-- The verdict of a player on the evaluation screen: in the foot of the screen, on the player's side, beside the time in
-- the middle. What is long grows upwards.
local capture = require("capture")
local style = require("style")
local verdict = require("verdict")

local middle = 140
local lineHeight = 13
-- Letters of the theme's font are this wide at most, on average.
local letterWidth = 7

-- Where to break a word that is too long: behind a comma, as in a list of hosts, or anywhere.
local function breakOf(word, letters)
	return #(string.match(string.sub(word, 1, letters), "^.*,") or string.sub(word, 1, letters))
end

-- The detail in lines of a given width in letters, broken at blanks.
local function wrapped(detail, letters)
	local lines, line = {}, ""
	for word in string.gmatch(detail, "%S+") do
		while #word > letters do
			if line ~= "" then
				lines[#lines + 1], line = line, ""
			end
			local at = breakOf(word, letters)
			lines[#lines + 1], word = string.sub(word, 1, at), string.sub(word, at + 1)
		end
		if line == "" then line = word
		elseif #line + 1 + #word <= letters then line = line .. " " .. word
		else lines[#lines + 1], line = line, word end
	end
	if line ~= "" then lines[#lines + 1] = line end
	return lines
end

local mostLines = 5

local function show(frame, player, place)
	local told = verdict.of(capture.shown[player])
	frame:visible(told ~= nil)
	if not told then return end
	local newer = verdict.newer()
	local detail = told.detail
	if newer then detail = (detail ~= "" and detail .. " " or "") .. newer end
	local lines = wrapped(detail, math.floor(place.width / (letterWidth * style.detail)))
	local count = math.min(#lines, mostLines)
	local height = (count + 1) * lineHeight + 6
	local top = place.bottom - height
	frame:GetChild("Ground"):xy(place.x, top + height / 2):zoomto(place.width + 8, height)
	frame:GetChild("Title"):xy(place.x, top + 9)
	style.say(frame, "Title", told.title, style.colors[told.kind])
	for nth = 1, mostLines do
		frame:GetChild("Detail" .. nth):xy(place.x, top + 9 + nth * lineHeight)
		style.say(frame, "Detail" .. nth, nth <= count and lines[nth] or "")
	end
end

-- The actor for a player.
return function(player)
	local screenWidth, screenHeight = style.screen()
	local width = (screenWidth - middle) / 2 - 12
	local x = 8 + width / 2
	local place = { x = player == "PlayerNumber_P2" and screenWidth - x or x, width = width, bottom = screenHeight - 1 }
	local frame = Def.ActorFrame({
		Name = "Verdict" .. player,
		InitCommand = function(self) self:visible(false) end,
		ShowCommand = function(self) show(self, player, place) end,
		StepledgerChangedMessageCommand = function(self) show(self, player, place) end,
		style.box("Ground", place.x, screenHeight - 17, width, 32),
		style.line("Title", place.x, screenHeight - 22, style.title, width),
	})
	for nth = 1, mostLines do
		frame[#frame + 1] = style.line("Detail" .. nth, place.x, screenHeight - 9, style.detail, width)
	end
	return frame
end
