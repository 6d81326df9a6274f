-- The module as the theme loads it: for each screen an actor, whose ModuleCommand the theme calls when the screen comes
-- up.
local boards = require("boards")
local capture = require("capture")
local engine = require("engine")
local lightView = require("light-view")
local panelView = require("panel-view")
local profile = require("profile")
local sender = require("sender")
local verdictView = require("verdict-view")

-- Of two copies in one folder, and of those that a reload left behind, the last one works.
local this = {}
if type(SL) == "table" then SL.Stepledger = this end
local function isLast() return type(SL) ~= "table" or SL.Stepledger == this end

local function listOf(found)
	local list = {}
	for _, one in pairs(found) do list[#list + 1] = one end
	table.sort(list, function(a, b) return a.folder < b.folder end)
	return list
end

local function ofPlayers() return listOf(profile.ofPlayers()) end

local function changed() engine.broadcast("StepledgerChanged") end

-- A frame for a screen. `enter` runs when the screen comes up, `tick` in every frame while it is there.
local function screen(name, enter, tick, children)
	local here = false
	local guardedTick = engine.guarded(name, tick)
	local frame = {
		Name = "Stepledger" .. name,
		InitCommand = function(self)
			if not self.SetUpdateFunction then return end
			self:SetUpdateFunction(function() if here and isLast() then guardedTick() end end)
		end,
		ModuleCommand = engine.guarded(name, function(self)
			if not isLast() then return end
			here = true
			enter(self)
			self:playcommand("Show")
		end),
		ScreenChangedMessageCommand = engine.guarded(name, function()
			local top = engine.ask(SCREENMAN, "GetTopScreen")
			here = engine.ask(top, "GetName") == name
		end),
	}
	for _, child in ipairs(children or {}) do frame[#frame + 1] = child end
	return Def.ActorFrame(frame)
end

local profiles = {}
local function current() return profiles end

-- The profiles whose plays may be sent from this screen, their keys read again.
local function use(found)
	profiles = found
	for _, self in ipairs(profiles) do profile.readAgain(self) end
	changed()
end

-- The work of one frame: a part of what is to be put down, or a step of a journal, or what there is to send. `extra` as
-- of the sender.
local function work(extra)
	if profile.work() or capture.work() or profile.work() then return end
	sender.work(profiles, extra)
end

local function evaluation(name, ends)
	local panels = panelView()
	local children = panels.actors
	children[#children + 1] = verdictView("PlayerNumber_P1")
	children[#children + 1] = verdictView("PlayerNumber_P2")

	local function enter()
		use(ofPlayers())
		ends()
		panels.reset()
		local top = engine.ask(SCREENMAN, "GetTopScreen")
		engine.ask(top, "AddInputCallback", engine.guarded("button", panels.press))
		changed()
	end
	local function showBoards() return boards.fetch(capture.shown, sender.verdicts, changed) end
	local function tick()
		work(showBoards)
		panels.update()
	end
	return screen(name, enter, tick, children)
end

local function between(name, light)
	return screen(name, function() use(ofPlayers()) end, function() work() end, light and { lightView(current) } or nil)
end

-- Nobody has joined yet: what waits is sent for all profiles of this machine, looked for one a frame.
local function title()
	local nextFolder
	local function found(one)
		profiles[#profiles + 1] = one
		changed()
	end
	local function enter()
		profile.forgetCards()
		use({})
		nextFolder = profile.ofMachine(found)
	end
	local function tick()
		if nextFolder and not nextFolder() then nextFolder = nil end
		work()
	end
	return screen("ScreenTitleMenu", enter, tick, { lightView(current) })
end

return {
	ScreenTitleMenu = title(),
	ScreenSelectMusic = between("ScreenSelectMusic", true),
	ScreenGameplay = screen("ScreenGameplay", capture.songBegins, function()
		-- Nothing is sent during a song: a write or a request could cost a frame.
		capture.watchControls()
	end),
	ScreenEvaluationStage = evaluation("ScreenEvaluationStage", capture.stageEnds),
	ScreenEvaluationNonstop = evaluation("ScreenEvaluationNonstop", capture.courseEnds),
	ScreenEvaluationSummary = between("ScreenEvaluationSummary", false),
	ScreenGameOver = between("ScreenGameOver", false),
}
