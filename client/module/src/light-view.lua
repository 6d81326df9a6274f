-- One line near the foot of the title screen and of the song wheel.
local light = require("light")
local style = require("style")

-- `profiles`: a function that gives those whose state is shown.
return function(profiles)
	local width, height = style.screen()
	local function show(self)
		local told = light.of(profiles())
		self:visible(told ~= nil)
		if told then style.say(self, "Light", told.title, style.colors[told.kind]) end
	end
	return Def.ActorFrame({
		Name = "StepledgerLight",
		InitCommand = function(self) self:visible(false) end,
		ShowCommand = show,
		StepledgerChangedMessageCommand = show,
		style.line("Light", width / 2, height - 42, style.detail, width - 40),
	})
end
