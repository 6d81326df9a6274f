-- Puts down what the players have just played: encoded over frames, then into the journal of their profile, then the
-- sender takes over.
local account = require("account")
local eligibility = require("eligibility")
local engine = require("engine")
local frame = require("frame")
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
	jobs[#jobs + 1] = { shown = shown, work = job.work }
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

local function hand(shown)
	local entry, self = shown.entry, shown.profile
	entry.user = self.user
	entry.fresh = entry.state == "waiting"
	self.journal:add(entry)
end

-- Goes on with what is being put down, for one frame. Whether that was work for a whole frame.
function capture.work()
	local job = jobs[1]
	if not job then return false end
	local done, encoded = pcall(job.work, frame.steps)
	if done and not encoded then return true end
	table.remove(jobs, 1)
	if not done then
		engine.trace("a play can't be put down:", encoded)
		job.shown.reason, job.shown.entry = "error", nil
		return false
	end
	engine.guarded("journal", hand)(job.shown)
	return #job.shown.entry.body > frame.bytes
end

return capture
