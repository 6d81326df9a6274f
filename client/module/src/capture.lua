-- Puts down what the players have just played: encoded over frames, then into the journal of their profile, then the
-- sender takes over. A stage is put down as soon as its song is over, before the evaluation screen; each song of a
-- course when the next one begins.
local account = require("account")
local eligibility = require("eligibility")
local engine = require("engine")
local frame = require("frame")
local play = require("play")
local profile = require("profile")
local recorder = require("recorder")
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
-- By player, what was put down before the evaluation screen: {shown, played, job}.
local early = {}
-- By player, what was put down of the songs of this course.
local songs = {}
-- `over`: the last song of the stage is. `changing`: the game is about to set the next song of a course.
local over, changing = false, false

local function isCourse() return engine.ask(GAMESTATE, "IsCourseMode") == true end

local function joined(player) return engine.ask(GAMESTATE, "IsHumanPlayer", player) == true end

-- The profile of a player, or why there is nothing to send for it.
local function profileOf(player)
	local folder = account.folderOf(player)
	if not folder then return nil, "guest" end
	local self = profile.at(folder)
	profile.readAgain(self)
	return self, self.problem == "no-file" and "no-file" or nil
end

-- Begins to put down `played`, of the profile `self`.
local function begin(self, played)
	local job = play.begin(played, autoplayed[played.player], sender.run)
	local shown = { profile = self, reason = job.reason, entry = job.entry }
	if job.reason then return shown end
	jobs[#jobs + 1] = { shown = shown, work = job.work }
	return shown, jobs[#jobs]
end

local function beginEarly(player)
	local self, reason = profileOf(player)
	local record = recorder.of(player)
	if reason or not record then return end
	if isCourse() then
		songs[player] = songs[player] or {}
		table.insert(songs[player], (begin(self, play.ofSong(record))))
		return
	end
	local played = play.ofStage(player, record, true)
	local shown, job = begin(self, played)
	if job then early[player] = { shown = shown, played = played, job = job } end
end

local function beginAllEarly()
	for _, player in ipairs(players) do
		if joined(player) then engine.guarded("capture", beginEarly)(player) end
	end
end

-- Takes back what was put down before an evaluation that did not come, or says something else. Nothing of it was sent.
local function takeBack(player)
	local one = early[player]
	early[player] = nil
	if not one then return end
	for i = #jobs, 1, -1 do
		if jobs[i] == one.job then table.remove(jobs, i) end
	end
	one.shown.profile.journal:remove(one.shown.entry)
end

-- A screen came up that is no evaluation: what was put down for one was of a song that was left.
function capture.leave()
	for _, player in ipairs(players) do takeBack(player) end
end

-- The screen on which songs are played came up.
function capture.songBegins()
	capture.leave()
	autoplayed, songs, over, changing = {}, {}, false, false
	recorder.begin()
end

capture.judged = recorder.judged

-- The game is done with a song of a course, and about to set the next one.
function capture.songChanges()
	if not isCourse() or over then return end
	beginAllEarly()
	changing = true
end

-- Whether the theme has put its list of steps where the evaluation finds it, and the song was not left: that has no
-- evaluation.
local function isOver(player)
	local record = recorder.records[player]
	local storage = play.storage(player)
	if not record or not storage or type(storage.sequential_offsets) ~= "table" then return false end
	return engine.ask(record.stats, "GetFailed") == true or engine.ask(engine.ask(STATSMAN, "GetCurStageStats"), "GaveUp") == true
		or #record.rows >= play.expectedRows(record)
end

-- Whether nobody steps now: the song is over, or the next one of a course has not begun. Then there is time to encode
-- and write.
local function isRest()
	if over then return true end
	if #jobs == 0 and not profile.hasUnsaved() then return false end
	local first = tonumber(engine.ask(recorder.song, "GetFirstSecond")) or 0
	return (tonumber(engine.ask(GAMESTATE, "GetCurMusicSeconds")) or first) < first - 1
end

-- A frame of the screen on which songs are played.
function capture.playing()
	if changing then
		changing, autoplayed = false, {}
		recorder.begin()
	end
	for _, player in ipairs(players) do
		if joined(player) then
			if not eligibility.isHuman(player) then autoplayed[player] = true end
			if not over and isOver(player) then
				over = true
				beginAllEarly()
			end
		end
	end
	return isRest()
end

local function endStage(player)
	local self, reason = profileOf(player)
	if reason then return { reason = reason, profile = self } end
	local played = play.ofStage(player, recorder.of(player))
	if type(played.rows) == "table" and seen[played.rows] then return seen[played.rows] end
	local one = early[player]
	local shown
	if one and play.sameAs(one.played, played) then
		shown, early[player] = one.shown, nil
	else
		takeBack(player)
		shown = begin(self, played)
	end
	if not shown.reason then
		shown.entry.fresh = shown.entry.state == "waiting"
		seen[played.rows] = shown
	end
	return shown
end

-- The last song was sent first, so that it is what the screen is about.
local function endCourse(player)
	local self, reason = profileOf(player)
	if reason then return { reason = reason, profile = self } end
	local all = songs[player] or {}
	local last
	for _, shown in ipairs(all) do
		if shown.entry then
			shown.entry.fresh = shown.entry.state == "waiting" and not shown.entry.ended
			shown.entry.ended = true
			last = shown
		end
	end
	last = last or all[#all]
	return last and { profile = self, reason = last.reason, entry = last.entry, songs = all } or { reason = "no-steps-judged", profile = self }
end

local function showAll(ends)
	capture.shown = {}
	for _, player in ipairs(players) do
		if joined(player) then capture.shown[player] = engine.guarded("capture", ends)(player) or { reason = "error" } end
	end
end

-- At the evaluation of a stage.
function capture.stageEnds() showAll(endStage) end

-- At the evaluation of a course.
function capture.courseEnds() showAll(endCourse) end

local function hand(shown)
	local entry, self = shown.entry, shown.profile
	entry.user = self.user
	self.journal:add(entry)
end

-- Goes on with what is being put down, for one frame, by `steps` steps. Whether that was work for a whole frame.
function capture.work(steps)
	local job = jobs[1]
	if not job then return false end
	local done, encoded = pcall(job.work, steps or frame.steps)
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
