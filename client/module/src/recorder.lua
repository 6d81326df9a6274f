-- Records the judgments of a song by player, from the game's Judgment messages. The theme's own list covers a whole
-- stage or course. This record separates the songs of a course, and has the row at which the game stopped counting.
local eligibility = require("eligibility")
local engine = require("engine")

local recorder = { song = nil, records = {} }

local function stageStats() return engine.call(STATSMAN, "GetCurStageStats") end

-- Seconds since the first step of the stage, added up over the songs of a course: the keys of the game's life record.
local function stepsSeconds() return tonumber(engine.call(stageStats(), "GetStepsSeconds")) or 0 end

-- Starts new records for the song that is about to be played.
function recorder.startSong()
	local currentStats = stageStats()
	recorder.song = engine.call(GAMESTATE, "GetCurrentSong")
	recorder.records = {}
	for _, player in ipairs(engine.players) do
		if engine.isJoined(player) then
			recorder.records[player] = {
				player = player, song = recorder.song, steps = engine.call(GAMESTATE, "GetCurrentSteps", player),
				stats = engine.call(currentStats, "GetPlayerStageStats", player),
				-- `rows`: in the format of the theme's list. `counted`: how many of them count; none do after a fail.
				rows = {}, counted = 0, held = 0, rolled = 0, minesHit = 0, startSecond = stepsSeconds(),
			}
		end
	end
end

local function recordHold(self, params)
	if params.HoldNoteScore ~= "HoldNoteScore_Held" then return end
	local kind = engine.call(params.TapNote, "GetTapNoteSubType")
	if kind == "TapNoteSubType_Roll" then self.rolled = self.rolled + 1 else self.held = self.held + 1 end
end

-- A course sets options for each song and resets them when the song is over.
local function recordOptions(self)
	local state = engine.call(GAMESTATE, "GetPlayerState", self.player)
	self.changedSteps = eligibility.changedSteps(engine.call(state, "GetPlayerOptions", "ModsLevel_Current"))
	self.rate = tonumber(engine.call(engine.call(GAMESTATE, "GetSongOptionsObject", "ModsLevel_Current"), "MusicRate"))
end

local function recordRow(self, params, isCounted)
	if #self.rows == 0 and engine.call(GAMESTATE, "IsCourseMode") then recordOptions(self) end
	local offset = params.TapNoteScore == "TapNoteScore_Miss" and "Miss" or params.TapNoteOffset
	self.rows[#self.rows + 1] = { engine.call(GAMESTATE, "GetCurMusicSeconds") or 0, offset }
	if isCounted then self.counted = #self.rows end
end

-- Handles the game's message Judgment.
function recorder.onJudgment(params)
	local self = type(params) == "table" and recorder.records[params.Player]
	if not self then return end
	local isCounted = engine.call(self.stats, "GetFailed") ~= true
	if params.HoldNoteScore then
		if isCounted then recordHold(self, params) end
	elseif params.TapNoteOffset then
		recordRow(self, params, isCounted)
	elseif isCounted and params.TapNoteScore == "TapNoteScore_HitMine" then
		self.minesHit = self.minesHit + 1
	end
end

-- Handles the game's message LifeChanged. `lifeRanOut`: the life bar was empty at some time, whether or not the game
-- failed the player for it. The bar may fill again, and the samples of the life record may miss the moment.
function recorder.onLifeChanged(params)
	local self = type(params) == "table" and recorder.records[params.Player]
	if not self or self.lifeRanOut then return end
	self.lifeRanOut = engine.call(params.LifeMeter, "IsFailing") == true
end

-- Returns the record of a player for the current song, or nil.
function recorder.get(player) return recorder.records[player] end

return recorder
