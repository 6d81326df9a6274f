-- Whether a play is one to send. Each reason has its text in languages/en.ini, below [Reasons].
local engine = require("engine")

local eligibility = {}

local changing = {
	"Little", "NoHolds", "NoRolls", "NoMines", "NoJumps", "NoHands", "NoQuads", "NoLifts", "NoFakes", "NoStretch",
	"Wide", "Big", "Quick", "BMRize", "Skippy", "Mines", "Echo", "Stomp", "Planted", "Floored", "Twister", "HoldRolls",
}

-- Whether these options of a player take steps out of a chart or put some in.
function eligibility.changesSteps(options)
	for i = 1, #changing do
		if engine.ask(options, changing[i]) == true then return true end
	end
	return false
end

-- Options as the player chose them.
function eligibility.options(player)
	local state = engine.ask(GAMESTATE, "GetPlayerState", player)
	return engine.ask(state, "GetPlayerOptions", "ModsLevel_Preferred")
end

-- Whether a person holds the controls, as far as the game says.
function eligibility.isHuman(player)
	local state = engine.ask(GAMESTATE, "GetPlayerState", player)
	local controller = engine.ask(state, "GetPlayerController")
	return controller == nil or engine.short(controller) == "Human"
end

local function ofTheGame()
	local game = engine.ask(engine.ask(GAMESTATE, "GetCurrentGame"), "GetName")
	if game and string.lower(game) ~= "dance" then return "not-dance" end
	local mode = type(SL) == "table" and SL.Global and SL.Global.GameMode
	if mode and mode ~= "ITG" and mode ~= "FA+" then return mode == "Casual" and "casual" or "mode" end
	local style = engine.ask(engine.ask(GAMESTATE, "GetCurrentStyle"), "GetName")
	if style and string.find(style, "solo", 1, true) then return "solo" end
	if (tonumber(engine.preference("LifeDifficultyScale")) or 1) > 1 then return "life" end
	local least = engine.short(engine.preference("MinTNSToScoreNotes"))
	if least == "W1" or least == "W2" then return "min-judgment" end
	return nil
end

-- Why a play of this player is not sent, or nil. `autoplayed`: the controls were seen in other hands than the player's
-- during the song.
function eligibility.reasonAgainst(player, autoplayed)
	local reason = ofTheGame()
	if reason then return reason end
	if autoplayed or not eligibility.isHuman(player) then return "autoplay" end
	if eligibility.changesSteps(eligibility.options(player)) then return "changed-steps" end
	return nil
end

return eligibility
