-- What the game judges during a song, by player. The theme notes rows for the whole of a stage or a course; this also
-- tells where the game stopped counting, and the songs of a course from each other.
local eligibility = require("eligibility")
local engine = require("engine")

local recorder = { song = nil, records = {} }

local players = { "PlayerNumber_P1", "PlayerNumber_P2" }

local function stageStats() return engine.ask(STATSMAN, "GetCurStageStats") end

-- Seconds that the game has added up since the first step of the stage: the keys of its life records.
local function stepsSeconds() return tonumber(engine.ask(stageStats(), "GetStepsSeconds")) or 0 end

-- Begins with the song that is about to be played.
function recorder.begin()
	local current = stageStats()
	recorder.song = engine.ask(GAMESTATE, "GetCurrentSong")
	recorder.records = {}
	for _, player in ipairs(players) do
		if engine.ask(GAMESTATE, "IsHumanPlayer", player) then
			recorder.records[player] = {
				player = player, song = recorder.song, steps = engine.ask(GAMESTATE, "GetCurrentSteps", player),
				stats = engine.ask(current, "GetPlayerStageStats", player),
				-- `rows`: as the theme lists them. `counted`: how many of them the game counts; it counts none after a fail.
				rows = {}, counted = 0, held = 0, rolled = 0, minesHit = 0, from = stepsSeconds(),
			}
		end
	end
end

local function noteHold(self, params)
	if params.HoldNoteScore ~= "HoldNoteScore_Held" then return end
	local kind = engine.ask(params.TapNote, "GetTapNoteSubType")
	if kind == "TapNoteSubType_Roll" then self.rolled = self.rolled + 1 else self.held = self.held + 1 end
end

-- Courses set options of their own for a song, which are gone when it is over.
local function noteOptions(self)
	local state = engine.ask(GAMESTATE, "GetPlayerState", self.player)
	self.changedSteps = eligibility.changesSteps(engine.ask(state, "GetPlayerOptions", "ModsLevel_Current"))
	self.rate = tonumber(engine.ask(engine.ask(GAMESTATE, "GetSongOptionsObject", "ModsLevel_Current"), "MusicRate"))
end

local function noteRow(self, params, counts)
	if #self.rows == 0 and engine.ask(GAMESTATE, "IsCourseMode") then noteOptions(self) end
	local offset = params.TapNoteScore == "TapNoteScore_Miss" and "Miss" or params.TapNoteOffset
	self.rows[#self.rows + 1] = { engine.ask(GAMESTATE, "GetCurMusicSeconds") or 0, offset }
	if counts then self.counted = #self.rows end
end

-- Takes the parameters of the game's message Judgment.
function recorder.judged(params)
	local self = type(params) == "table" and recorder.records[params.Player]
	if not self then return end
	local counts = engine.ask(self.stats, "GetFailed") ~= true
	if params.HoldNoteScore then
		if counts then noteHold(self, params) end
	elseif params.TapNoteOffset then
		noteRow(self, params, counts)
	elseif counts and params.TapNoteScore == "TapNoteScore_HitMine" then
		self.minesHit = self.minesHit + 1
	end
end

-- What was recorded of a player since `begin`; nil when nothing was.
function recorder.of(player) return recorder.records[player] end

return recorder
