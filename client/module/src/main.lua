-- Entry point: an actor for each screen. The theme queues its ModuleCommand when the screen opens.
local backoff = require("backoff")
local boards = require("boards")
local capture = require("capture")
local eligibility = require("eligibility")
local engine = require("engine")
local frameBudget = require("frame-budget")
local light = require("light")
local lightView = require("light-view")
local link = require("link")
local linkButton = require("link-button")
local linkView = require("link-view")
local paneView = require("pane-view")
local profile = require("profile")
local screens = require("screens")
local sender = require("sender")
local verdict = require("verdict")
local verdictView = require("verdict-view")
local wheelView = require("wheel-view")

-- If the module was loaded more than once, by two copies in the folder or a reload, only the last one works.
local this = {}
if type(SL) == "table" then SL.Stepledger = this end
local function isLast() return type(SL) ~= "table" or SL.Stepledger == this end

local function sortedByFolder(profiles)
	local list = {}
	for _, self in pairs(profiles) do list[#list + 1] = self end
	table.sort(list, function(a, b) return a.folder < b.folder end)
	return list
end

local function joinedProfiles() return sortedByFolder(profile.byPlayer()) end

-- Returns a text that changes with the profile of a player, with its key, and with the options that keep the play from
-- being sent.
local function stateOfPlayers()
	local parts = {}
	for player, self in pairs(profile.byPlayer()) do
		local reason, options = eligibility.reasonBefore(player)
		parts[#parts + 1] = table.concat({ player, self.folder, self.id or "", self.key or "", reason or "", options or "" }, "\n")
	end
	table.sort(parts)
	return table.concat(parts, "\n")
end

-- The theme reads its own key in this function, while the game loads a profile. Later a memory card can't be read.
local readThemeKey = ParseGrooveStatsIni
if type(readThemeKey) == "function" then
	local readKey = engine.guarded("profile", profile.loading)
	ParseGrooveStatsIni = function(player)
		if isLast() then readKey(player) end
		return readThemeKey(player)
	end
end

-- The theme calls this function while the game saves a profile, when a memory card can be written to.
local writeThemeFile = WriteItlFile
if type(writeThemeFile) == "function" then
	local writeKey = engine.guarded("profile", profile.saving)
	WriteItlFile = function(...)
		if isLast() then writeKey((...)) end
		return writeThemeFile(...)
	end
end

local function notifyChanged() engine.broadcast("StepledgerChanged") end

-- Creates the actor of a screen. `enter` runs when the screen opens, `tick` in each of its frames, `show` when what is
-- shown has changed, `leave` when it closes. `messages`: handlers for messages of the game, by name.
local function screen(name, enter, tick, children, show, messages, leave)
	local isOpen = false
	local guardedTick = engine.guarded(name, tick)
	local frame = {
		Name = "Stepledger" .. name,
		InitCommand = function(self)
			if not self.SetUpdateFunction then return end
			self:SetUpdateFunction(function() if isOpen and isLast() then guardedTick() end end)
		end,
		ModuleCommand = engine.guarded(name, function(self)
			if not isLast() then return end
			-- Changes during `enter` are shown once, after it.
			isOpen = false
			enter(self)
			isOpen = true
			if show then show() end
			self:playcommand("Show")
		end),
		StepledgerChangedMessageCommand = engine.guarded(name, function(self)
			if not isOpen or not isLast() then return end
			if show then show() end
			self:playcommand("Show")
		end),
		-- The first frame of a screen runs update functions, but not yet the queued ModuleCommand. The state is still
		-- that of the screen before.
		ScreenChangedMessageCommand = engine.guarded(name, function()
			if isOpen and leave then leave() end
			isOpen = false
		end),
	}
	for _, child in ipairs(children or {}) do frame[#frame + 1] = child end
	for message, handler in pairs(messages or {}) do
		local guardedHandler = engine.guarded(message, handler)
		frame[message .. "MessageCommand"] = function(_, params) if isOpen and isLast() then guardedHandler(params) end end
	end
	return Def.ActorFrame(frame)
end

local profiles = {}

-- Sets the profiles whose plays this screen sends, and reads their keys again.
local function use(newProfiles)
	profiles = newProfiles
	for _, self in ipairs(profiles) do
		profile.reload(self)
		backoff.screenChanged(self.backoff)
	end
	notifyChanged()
end

-- Does the work of one frame: a step of encoding, of a journal or of the sender. `extra` and `idle`: see sender.lua.
-- Returns whether it encoded or wrote; then nothing is sent.
local function work(extra, idle)
	if profile.work() or capture.work() or profile.work() or link.work() then return true end
	sender.work(profiles, extra, idle)
	return false
end

local function evaluation(name, submit)
	local pane = paneView()
	local verdicts = { verdictView("PlayerNumber_P1"), verdictView("PlayerNumber_P2") }
	local isScreenRead = true
	local children = pane.actors
	for _, view in ipairs(verdicts) do children[#children + 1] = view.actor end

	local function show()
		pane.show()
		for _, view in ipairs(verdicts) do view.show() end
	end
	local function enter()
		use(joinedProfiles())
		submit()
		local joined = {}
		for _, player in ipairs(engine.players) do
			if engine.isJoined(player) then joined[#joined + 1] = player end
		end
		pane.enter(joined)
		for _, view in ipairs(verdicts) do view.enter(#joined) end
		isScreenRead = false
		local top = engine.call(SCREENMAN, "GetTopScreen")
		engine.call(top, "AddInputCallback", engine.guarded("button", pane.press))
	end
	local function showBoards() return boards.fetch(capture.submissions, sender.verdicts, notifyChanged) end
	local function readScreen()
		local parts = screens.evaluation()
		pane.useScreen(parts)
		for _, view in ipairs(verdicts) do view.useScreen(parts) end
	end
	local function tick()
		-- A frame that encodes or writes has enough to do.
		if not work(showBoards) and not isScreenRead then
			isScreenRead = true
			readScreen()
		end
		for _, submission in pairs(capture.submissions) do
			if verdict.isDue(submission) then notifyChanged() end
		end
		pane.update()
		for _, view in ipairs(verdicts) do view.update() end
	end
	return screen(name, enter, tick, children, show)
end

-- `leave`: see screen.
local function sendingScreen(name, leave)
	local function enter()
		capture.discardAllEarly()
		use(joinedProfiles())
	end
	return screen(name, enter, function() work() end, nil, nil, nil, leave)
end

-- Creates what links accounts on a screen: {actors, enter, show, update}. `isCovered`: returns whether something covers
-- the screen.
local function linking(isTitle, isCovered)
	local views, parts = {}, { actors = {} }
	for _, player in ipairs(engine.players) do
		local view = linkView(player, isTitle)
		views[#views + 1], parts.actors[#parts.actors + 1] = view, view.actor
	end
	function parts.enter()
		local isPressed = linkButton.listener(isTitle)
		local function listen(event)
			if type(event) ~= "table" or not isPressed(event) or isCovered() then return false end
			local player = engine.playerOf[event.controller]
			-- A player in double has both controllers.
			if not isTitle then player = event.PlayerNumber or player end
			if player and isLast() then link.press(player) end
			return false
		end
		engine.call(engine.call(SCREENMAN, "GetTopScreen"), "AddInputCallback", engine.guarded("button", listen))
	end
	function parts.show()
		local isHidden = isCovered()
		for _, view in ipairs(views) do view.show(isHidden) end
	end
	function parts.update()
		link.check()
		local isHidden = isCovered()
		for _, view in ipairs(views) do view.update(isHidden) end
	end
	return parts
end

-- While steps are judged nothing is sent, encoded or written, as this could drop a frame.
local function gameplay(name)
	local isBeforeSteps = false
	local function statusOf(player) return isBeforeSteps and light.beforeSong(player) or nil end
	local lights = {}
	for _, player in ipairs(engine.players) do lights[#lights + 1] = lightView.foot(player, statusOf) end
	local function enter()
		profile.sessionStarted()
		capture.songStarted()
		isBeforeSteps = true
	end
	local function tick()
		if isBeforeSteps and not capture.isBeforeSteps() then
			isBeforeSteps = false
			notifyChanged()
		end
		if not capture.updateGameplay() or profile.work() then return end
		capture.work(frameBudget.transitionSteps)
	end
	return screen(name, enter, tick, lights, nil, {
		Judgment = capture.onJudgment,
		LifeChanged = capture.onLifeChanged,
		ChangeCourseSongOut = capture.courseSongEnded,
	})
end

-- In s.
local checkInterval = 0.2

local function wheel()
	local scores, links = wheelView(notifyChanged), linking(false, screens.isWheelCovered)
	local children = scores.actors
	for _, player in ipairs(engine.players) do children[#children + 1] = lightView.foot(player, light.forPlayer) end
	for _, actor in ipairs(links.actors) do children[#children + 1] = actor end
	local checkedAt, players = 0, nil
	local function enter()
		capture.discardAllEarly()
		use(joinedProfiles())
		players = stateOfPlayers()
		scores.enter()
		links.enter()
	end
	local function show()
		scores.show()
		links.show()
	end
	-- The theme can switch profiles on the wheel, which brings other options too.
	local function checkPlayers()
		if engine.uptime() - checkedAt < checkInterval then return end
		checkedAt = engine.uptime()
		profile.sessionStarted()
		local current = stateOfPlayers()
		if current == players then return end
		players = current
		use(joinedProfiles())
	end
	local function tick()
		checkPlayers()
		work(nil, scores.fetch)
		scores.update()
		links.update()
	end
	return screen("ScreenSelectMusic", enter, tick, children, show)
end

-- No player has joined yet: sends the waiting plays of all profiles of this machine, which are scanned one a frame.
local function title(name)
	local links = linking(true, function() return false end)
	local checkNextFolder, completedLinks
	local children = { lightView.title(function() return not checkNextFolder and profiles or nil end) }
	for _, actor in ipairs(links.actors) do children[#children + 1] = actor end
	local function add(found)
		profiles[#profiles + 1] = found
		backoff.screenChanged(found.backoff)
		notifyChanged()
	end
	local function scan()
		completedLinks = link.completed
		use(profile.linkedGuests())
		checkNextFolder = profile.scanMachine(add)
	end
	local function enter()
		capture.discardAllEarly()
		profile.sessionEnded()
		scan()
		links.enter()
	end
	local function tick()
		if profile.forgetIdleGuests() or link.completed ~= completedLinks then scan() end
		if checkNextFolder and not checkNextFolder() then
			checkNextFolder = nil
			notifyChanged()
		end
		work()
		links.update()
	end
	return screen(name, enter, tick, children, links.show)
end

-- The code of a player stays on the screen, and can be opened there, too.
local function attract(name)
	local links = linking(true, function() return false end)
	local function tick()
		profile.forgetIdleGuests()
		work()
		links.update()
	end
	return screen(name, links.enter, tick, links.actors, links.show)
end

local actors = {
	ScreenSelectMusic = wheel(),
	ScreenGameplay = gameplay("ScreenGameplay"),
	-- That of a routine.
	ScreenGameplayShared = gameplay("ScreenGameplayShared"),
	ScreenEvaluationStage = evaluation("ScreenEvaluationStage", capture.stageEnded),
	ScreenEvaluationNonstop = evaluation("ScreenEvaluationNonstop", capture.courseEnded),
	ScreenEvaluationSummary = sendingScreen("ScreenEvaluationSummary"),
	ScreenGameOver = sendingScreen("ScreenGameOver", profile.sessionEnded),
}
for _, name in ipairs(screens.titles) do actors[name] = title(name) end
for _, name in ipairs(screens.attract) do actors[name] = attract(name) end
return actors
