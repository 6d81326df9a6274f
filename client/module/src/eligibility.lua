-- Decides whether a play is sent. The text of each reason is in languages/en.ini, under [Reasons].
local engine = require("engine")

local eligibility = {}

local stepChangingOptions = {
	"Little", "NoHolds", "NoRolls", "NoMines", "NoJumps", "NoHands", "NoQuads", "NoLifts", "NoFakes", "NoStretch",
	"Wide", "Big", "Quick", "BMRize", "Skippy", "Mines", "AttackMines", "Echo", "Stomp", "Planted", "Floored", "Twister",
	"HoldRolls",
}

-- Returns the names of those player options that add or remove steps, as a text; nil if none does.
function eligibility.changedSteps(options)
	local names = {}
	for _, name in ipairs(stepChangingOptions) do
		if engine.call(options, name) == true then names[#names + 1] = name end
	end
	return #names > 0 and table.concat(names, ", ") or nil
end

-- Returns the options as the player chose them.
function eligibility.options(player)
	local state = engine.call(GAMESTATE, "GetPlayerState", player)
	return engine.call(state, "GetPlayerOptions", "ModsLevel_Preferred")
end

-- Returns whether a person plays. True if the game does not say.
function eligibility.isHuman(player)
	local state = engine.call(GAMESTATE, "GetPlayerState", player)
	local controller = engine.call(state, "GetPlayerController")
	return controller == nil or engine.shortName(controller) == "Human"
end

local function gameReason()
	local game = engine.call(engine.call(GAMESTATE, "GetCurrentGame"), "GetName")
	if game and string.lower(game) ~= "dance" then return "not-dance" end
	local mode = type(SL) == "table" and SL.Global and SL.Global.GameMode
	if mode and mode ~= "ITG" and mode ~= "FA+" then return mode == "Casual" and "casual" or "mode" end
	local style = engine.call(engine.call(GAMESTATE, "GetCurrentStyle"), "GetName")
	if style and string.find(style, "solo", 1, true) then return "solo" end
	if (tonumber(engine.preference("LifeDifficultyScale")) or 1) > 1 then return "life" end
	local minimum = engine.shortName(engine.preference("MinTNSToScoreNotes"))
	if minimum == "W1" or minimum == "W2" then return "min-judgment" end
	return nil
end

-- Returns whether both players have one chart and one score: the game judges the steps of both for the first of them,
-- and has misses alone for the other.
function eligibility.isRoutine()
	local style = engine.call(GAMESTATE, "GetCurrentStyle")
	return engine.shortName(engine.call(style, "GetStyleType")) == "TwoPlayersSharedSides"
end

-- Returns why a play would not be sent that the player begins now, or nil; for `changed-steps` also the options.
function eligibility.reasonBefore(player)
	local reason = gameReason()
	if reason then return reason end
	if eligibility.isRoutine() and player ~= engine.call(GAMESTATE, "GetMasterPlayerNumber") then return "routine" end
	local options = eligibility.changedSteps(eligibility.options(player))
	if options then return "changed-steps", options end
	return nil
end

-- Returns why the player's play is not sent, as `reasonBefore` does. `autoplayed`: autoplay was seen during the song.
function eligibility.ineligibleReason(player, autoplayed)
	local reason, options = eligibility.reasonBefore(player)
	if not reason and (autoplayed or not eligibility.isHuman(player)) then return "autoplay" end
	return reason, options
end

return eligibility
