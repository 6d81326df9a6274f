-- Captures finished plays: encodes them over several frames and adds them to the journal of their profile, from where
-- the sender takes them. A stage is captured when its song ends, before the evaluation screen; a song of a course when
-- the next one begins.
local eligibility = require("eligibility")
local engine = require("engine")
local frameBudget = require("frame-budget")
local play = require("play")
local profile = require("profile")
local recorder = require("recorder")
local sender = require("sender")

-- `submissions`: by player, the play on the current evaluation screen, {profile, entry}, or {reason, options} if it is not
-- sent; `options`: see eligibility.lua.
local capture = { submissions = {} }

-- Players for whom autoplay was seen during this song.
local autoplayed = {}
-- Encodings in progress: {submission, work}.
local jobs = {}
-- Submissions by the theme's list of steps, as an evaluation screen may open twice for one play.
local submissionsBySteps = setmetatable({}, { __mode = "k" })
-- By player, the capture before the evaluation screen: {submission, played, job}.
local earlyCaptures = {}
-- By player, the submissions of the songs of this course.
local courseSongs = {}
-- `isStageOver`: the last song of the stage has ended. `isSongChanging`: the game is about to set the next song of a
-- course.
local isStageOver, isSongChanging = false, false

local function isCourse() return engine.call(GAMESTATE, "IsCourseMode") == true end

-- Returns the profile of a player. Also returns a reason if plays can't be captured: `guest` or `no-file`.
local function profileOf(player)
	local self = profile.ofPlayer(player)
	if not self then return nil, "guest" end
	profile.reload(self)
	return self, self.problem == "no-file" and "no-file" or nil
end

-- Starts to encode `played`, of the profile `self`. Returns the submission, and the job unless the play is ineligible.
local function startCapture(self, played)
	local job = play.startEncoding(played, autoplayed[played.player], sender.sessionId)
	local submission = { profile = self, reason = job.reason, options = job.options, entry = job.entry }
	if job.reason then return submission end
	jobs[#jobs + 1] = { submission = submission, work = job.work }
	return submission, jobs[#jobs]
end

local function captureEarly(player)
	local self, reason = profileOf(player)
	local record = recorder.get(player)
	if reason or not record then return end
	if isCourse() then
		courseSongs[player] = courseSongs[player] or {}
		table.insert(courseSongs[player], (startCapture(self, play.fromCourseSong(record))))
		return
	end
	local played = play.fromStage(player, record, true)
	local submission, job = startCapture(self, played)
	if job then earlyCaptures[player] = { submission = submission, played = played, job = job } end
end

local function captureAllEarly()
	for _, player in ipairs(engine.players) do
		if engine.isJoined(player) then engine.guarded("capture", captureEarly)(player) end
	end
end

-- Discards what was captured before an evaluation that did not follow or that differs. None of it has been sent.
local function discardEarly(player)
	local capturedEarly = earlyCaptures[player]
	earlyCaptures[player] = nil
	if not capturedEarly then return end
	for i = #jobs, 1, -1 do
		if jobs[i] == capturedEarly.job then table.remove(jobs, i) end
	end
	capturedEarly.submission.profile.journal:remove(capturedEarly.submission.entry)
end

-- Called when a screen other than the evaluation opens: the player left the song that was captured.
function capture.discardAllEarly()
	for _, player in ipairs(engine.players) do discardEarly(player) end
end

-- Called when the gameplay screen opens.
function capture.songStarted()
	capture.discardAllEarly()
	autoplayed, courseSongs, isStageOver, isSongChanging = {}, {}, false, false
	recorder.startSong()
end

capture.onJudgment, capture.onLifeChanged = recorder.onJudgment, recorder.onLifeChanged

-- Called when a song of a course has ended, before the game sets the next one.
function capture.courseSongEnded()
	if not isCourse() or isStageOver then return end
	captureAllEarly()
	isSongChanging = true
end

-- Returns whether the song has ended and an evaluation follows: the theme has stored its list of steps, and the play is
-- failed, given up or complete. A song that the player left has none.
local function hasSongEnded(player)
	local record = recorder.records[player]
	local storage = play.storage(player)
	if not record or not storage or type(storage.sequential_offsets) ~= "table" then return false end
	return engine.call(record.stats, "GetFailed") == true
		or engine.call(engine.call(STATSMAN, "GetCurStageStats"), "GaveUp") == true
		or #record.rows >= play.expectedRows(record)
end

-- Returns whether the first step of the song is more than a second ahead.
function capture.isBeforeSteps()
	local first = tonumber(engine.call(recorder.song, "GetFirstSecond")) or 0
	return (tonumber(engine.call(GAMESTATE, "GetCurMusicSeconds")) or first) < first - 1
end

-- Returns whether no steps are judged now: the song has ended, or the next song of a course has not begun.
local function isIdle()
	if isStageOver then return true end
	if #jobs == 0 and not profile.hasUnsaved() then return false end
	return capture.isBeforeSteps()
end

-- Called in each frame of the gameplay screen. Returns whether there is time to encode and write.
function capture.updateGameplay()
	if isSongChanging then
		isSongChanging, autoplayed = false, {}
		recorder.startSong()
	end
	for _, player in ipairs(engine.players) do
		if engine.isJoined(player) then
			if not eligibility.isHuman(player) then autoplayed[player] = true end
			if not isStageOver and hasSongEnded(player) then
				isStageOver = true
				captureAllEarly()
			end
		end
	end
	return isIdle()
end

local function submitStage(player)
	local self, reason = profileOf(player)
	if reason then return { reason = reason, profile = self } end
	local played = play.fromStage(player, recorder.get(player))
	if type(played.rows) == "table" and submissionsBySteps[played.rows] then return submissionsBySteps[played.rows] end
	local capturedEarly = earlyCaptures[player]
	local submission
	if capturedEarly and play.isSame(capturedEarly.played, played) then
		submission, earlyCaptures[player] = capturedEarly.submission, nil
	else
		discardEarly(player)
		submission = startCapture(self, played)
	end
	if not submission.reason then
		submission.entry.fresh = submission.entry.state == "waiting"
		submissionsBySteps[played.rows] = submission
	end
	return submission
end

-- The evaluation screen of a course is about its last song.
local function submitCourse(player)
	local self, reason = profileOf(player)
	if reason then return { reason = reason, profile = self } end
	local captured = courseSongs[player] or {}
	local last
	for _, submission in ipairs(captured) do
		if submission.entry then
			submission.entry.fresh = submission.entry.state == "waiting" and not submission.entry.submitted
			submission.entry.submitted = true
			last = submission
		end
	end
	last = last or captured[#captured]
	if not last then return { reason = "no-steps-judged", profile = self } end
	return { profile = self, reason = last.reason, options = last.options, entry = last.entry }
end

local function submitAll(submit)
	capture.submissions = {}
	for _, player in ipairs(engine.players) do
		if engine.isJoined(player) then
			capture.submissions[player] = engine.guarded("capture", submit)(player) or { reason = "error" }
		end
	end
end

-- Called when the evaluation screen of a stage opens.
function capture.stageEnded() submitAll(submitStage) end

-- Called when the evaluation screen of a course opens.
function capture.courseEnded() submitAll(submitCourse) end

local function addToJournal(submission)
	local entry, self = submission.entry, submission.profile
	entry.user = self.user
	self.journal:add(entry)
end

-- Encodes up to `steps` steps of the first job. Returns whether this used up the frame.
function capture.work(steps)
	local job = jobs[1]
	if not job then return false end
	local ok, encoded = pcall(job.work, steps or frameBudget.steps)
	if ok and not encoded then return true end
	table.remove(jobs, 1)
	if not ok then
		engine.trace("failed to encode a play:", encoded)
		job.submission.reason, job.submission.entry = "error", nil
		return false
	end
	engine.guarded("journal", addToJournal)(job.submission)
	return #job.submission.entry.body > frameBudget.bytes
end

return capture
