-- The module as the theme loads it: for each screen an actor, whose ModuleCommand the theme calls when the screen comes
-- up.
local backoff = require("backoff")
local boards = require("boards")
local capture = require("capture")
local engine = require("engine")
local frame = require("frame")
local lightView = require("light-view")
local paneView = require("pane-view")
local profile = require("profile")
local screens = require("screens")
local sender = require("sender")
local verdictView = require("verdict-view")
local wheelView = require("wheel-view")

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

-- A frame for a screen. `enter` runs when the screen comes up, `tick` in every frame while it is there, `show` when what
-- is shown has changed; `messages`: by name of a message of the game, what to do with its parameters meanwhile.
local function screen(name, enter, tick, children, show, messages)
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
			-- What changes meanwhile is shown once, behind it.
			here = false
			enter(self)
			here = true
			if show then show() end
			self:playcommand("Show")
		end),
		StepledgerChangedMessageCommand = engine.guarded(name, function(self)
			if not here or not isLast() then return end
			if show then show() end
			self:playcommand("Show")
		end),
		-- The first frame of a screen takes no time: it runs updates, but not yet the theme's queued ModuleCommand. What is
		-- known then is of the screen before.
		ScreenChangedMessageCommand = function() here = false end,
	}
	for _, child in ipairs(children or {}) do frame[#frame + 1] = child end
	for message, heard in pairs(messages or {}) do
		local guardedHeard = engine.guarded(message, heard)
		frame[message .. "MessageCommand"] = function(_, params) if here and isLast() then guardedHeard(params) end end
	end
	return Def.ActorFrame(frame)
end

local profiles = {}

-- The profiles whose plays may be sent from this screen, their keys read again.
local function use(found)
	profiles = found
	for _, self in ipairs(profiles) do
		profile.readAgain(self)
		backoff.screenChanged(self.backoff)
	end
	changed()
end

-- The work of one frame: a part of what is to be put down, or a step of a journal, or what there is to send. `extra` and
-- `idle` as of the sender. Whether there was something to put down.
local function work(extra, idle)
	if profile.work() or capture.work() or profile.work() then return true end
	sender.work(profiles, extra, idle)
	return false
end

local function evaluation(name, ends)
	local pane = paneView()
	local verdicts = { verdictView("PlayerNumber_P1"), verdictView("PlayerNumber_P2") }
	local looked = true
	local children = pane.actors
	for _, one in ipairs(verdicts) do children[#children + 1] = one.actor end

	local function show()
		pane.show()
		for _, one in ipairs(verdicts) do one.show() end
	end
	local function enter()
		use(ofPlayers())
		ends()
		local here = {}
		for _, player in ipairs({ "PlayerNumber_P1", "PlayerNumber_P2" }) do
			if engine.ask(GAMESTATE, "IsHumanPlayer", player) then here[#here + 1] = player end
		end
		pane.enter(here)
		for _, one in ipairs(verdicts) do one.enter(#here) end
		looked = false
		local top = engine.ask(SCREENMAN, "GetTopScreen")
		engine.ask(top, "AddInputCallback", engine.guarded("button", pane.press))
	end
	local function showBoards() return boards.fetch(capture.shown, sender.verdicts, changed) end
	local function lookAtScreen()
		local found = screens.evaluation()
		pane.useScreen(found)
		for _, one in ipairs(verdicts) do one.useScreen(found) end
	end
	local function tick()
		-- Frames that put something down have enough to do.
		if not work(showBoards) and not looked then
			looked = true
			lookAtScreen()
		end
		pane.update()
		for _, one in ipairs(verdicts) do one.update() end
	end
	return screen(name, enter, tick, children, show)
end

local function between(name)
	local function enter()
		capture.leave()
		use(ofPlayers())
	end
	return screen(name, enter, function() work() end)
end

-- While steps are judged nothing is sent, encoded or written: it could cost a frame.
local function gameplay()
	local function tick()
		if not capture.playing() or profile.work() then return end
		capture.work(frame.restingSteps)
	end
	return screen("ScreenGameplay", capture.songBegins, tick, nil, nil, {
		Judgment = capture.judged,
		ChangeCourseSongOut = capture.songChanges,
	})
end

local function wheel()
	local scores = wheelView(changed)
	local children = scores.actors
	for _, player in ipairs({ "PlayerNumber_P1", "PlayerNumber_P2" }) do children[#children + 1] = lightView.foot(player) end
	local function enter()
		capture.leave()
		use(ofPlayers())
		scores.enter()
	end
	local function tick()
		work(nil, scores.fetch)
		scores.update()
	end
	return screen("ScreenSelectMusic", enter, tick, children, scores.show)
end

-- Nobody has joined yet: what waits is sent for all profiles of this machine, looked for one a frame.
local function title()
	local nextFolder
	local function found(one)
		profiles[#profiles + 1] = one
		backoff.screenChanged(one.backoff)
		changed()
	end
	local function enter()
		capture.leave()
		profile.forgetCards()
		use({})
		nextFolder = profile.ofMachine(found)
	end
	local function tick()
		if nextFolder and not nextFolder() then
			nextFolder = nil
			changed()
		end
		work()
	end
	local function current() return not nextFolder and profiles or nil end
	return screen("ScreenTitleMenu", enter, tick, { lightView.title(current) })
end

return {
	ScreenTitleMenu = title(),
	ScreenSelectMusic = wheel(),
	ScreenGameplay = gameplay(),
	ScreenEvaluationStage = evaluation("ScreenEvaluationStage", capture.stageEnds),
	ScreenEvaluationNonstop = evaluation("ScreenEvaluationNonstop", capture.courseEnds),
	ScreenEvaluationSummary = between("ScreenEvaluationSummary"),
	ScreenGameOver = between("ScreenGameOver"),
}
