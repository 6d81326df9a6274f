-- Puts down what the players have just played: encoded over frames, then into the journal of their profile, then the sender takes over.
local account = require("account")
local eligibility = require("eligibility")
local engine = require("engine")
local play = require("play")
local profile = require("profile")
local sender = require("sender")

-- `shown`: by player, what became of the play of this evaluation screen.
local capture = { shown = {} }

local players = { "PlayerNumber_P1", "PlayerNumber_P2" }

-- Whose controls were seen in other hands during this song.
local autoplayed = {}
-- Plays that are being encoded.
local jobs = {}
-- By the theme's list of steps, what was shown of it: an evaluation screen may come up twice for one play.
local seen = setmetatable({}, { __mode = "k" })

-- Steps that are encoded in a frame: 2 to 3 ms of the slowest machines of arcades.
capture.stepsInFrame = 1000

function capture.songBegins() autoplayed = {} end

function capture.watchControls()
	for _, player in ipairs(players) do
		if engine.ask(GAMESTATE, "IsHumanPlayer", player) and not eligibility.isHuman(player) then autoplayed[player] = true end
	end
end

local function begin(player)
	local folder = account.folderOf(player)
	if not folder then return { reason = "guest" } end
	local self = profile.at(folder)
	profile.readAgain(self)
	if self.problem == "no-file" then return { reason = "no-file", profile = self } end
	local storage = play.storage(player)
	local steps = storage and storage.sequential_offsets
	if type(steps) == "table" and seen[steps] then return seen[steps] end
	local job = play.begin(player, autoplayed[player], sender.run)
	local shown = { profile = self, reason = job.reason, entry = job.entry }
	if job.reason then return shown end
	seen[job.steps] = shown
	jobs[#jobs + 1] = { shown = shown, work = job.work, frames = 0 }
	return shown
end

-- At the evaluation of a stage.
function capture.stageEnds()
	capture.shown = {}
	for _, player in ipairs(players) do
		if engine.ask(GAMESTATE, "IsHumanPlayer", player) then
			capture.shown[player] = engine.guarded("capture", begin)(player) or { reason = "error" }
		end
	end
end

-- At the evaluation of a course.
function capture.courseEnds()
	capture.shown = {}
	for _, player in ipairs(players) do
		if engine.ask(GAMESTATE, "IsHumanPlayer", player) then
			capture.shown[player] = { reason = account.folderOf(player) and "course" or "guest" }
		end
	end
end

local function finish(shown)
	local entry, self = shown.entry, shown.profile
	entry.user = self.user
	entry.fresh = entry.state == "waiting"
	local done, reason = self.journal:add(entry)
	if not done then
		shown.unsaved = reason
		engine.trace("the play is not on the disk:", reason)
	end
	shown.done = true
	engine.broadcast("StepledgerChanged")
end

-- Goes on with a job for one frame. Whether it is to be written down now: a long play is in a frame of its own.
local function advance(job)
	if job.encoded then return true end
	job.encoded = job.work(capture.stepsInFrame)
	job.frames = job.frames + 1
	return job.encoded and job.frames == 1
end

-- Goes on with what is being put down, for one frame.
function capture.work()
	local job = jobs[1]
	if not job then return end
	local done, ready = pcall(advance, job)
	if done and not ready then return end
	table.remove(jobs, 1)
	if done then
		engine.guarded("journal", finish)(job.shown)
	else
		engine.trace("a play can't be put down:", ready)
		job.shown.reason, job.shown.entry = "error", nil
	end
end

return capture
