-- Adds a pane to those that players turn to on the evaluation screen of Simply Love, left of the first one. The theme
-- turns its own panes, and knows no other: after each turn this decides again which of them is visible. Some versions of
-- the theme skip panes that are empty: those that it has passed over are skipped here too.
local engine = require("engine")
local screens = require("screens")

local panes = {}

local sides = { "PlayerNumber_P1", "PlayerNumber_P2" }
local other = { PlayerNumber_P1 = "PlayerNumber_P2", PlayerNumber_P2 = "PlayerNumber_P1" }
local sideOf = { GameController_1 = "PlayerNumber_P1", GameController_2 = "PlayerNumber_P2" }
local steps = { MenuLeft = -1, MenuRight = 1 }

-- 0 is ours; the theme's are counted from 1.
local function positionOf(list)
	for i, pane in ipairs(list) do
		if screens.isVisible(pane) then return i end
	end
	return nil
end

-- `found` as of `screens.evaluation`; nil when the theme has no panes. `single`: one player looks at both sides, and
-- never at the same pane twice.
function panes.open(found, players)
	if not found.panes then return nil end
	-- `theme`: by side, the pane that the theme has turned to. `skipped`: by side, the panes that it has passed over.
	local self = { found = found, single = players == 1, at = {}, theme = {}, skipped = {}, changed = false, covered = false }
	for _, side in ipairs(sides) do
		local list = found.panes[side]
		if list then self.at[side], self.skipped[side] = positionOf(list), {} end
		self.theme[side] = self.at[side]
	end
	for _, side in ipairs(sides) do
		if found.panes[side] and not self.at[side] then self.at[side] = self.at[other[side]] == 1 and 2 or 1 end
	end
	return self
end

local function isWide(self, side)
	local at = self.at[side]
	return self.single and at ~= nil and at > 0 and screens.isWide(self.found.panes[side][at])
end

local function step(self, side, by)
	local count = #self.found.panes[side] + 1
	repeat self.at[side] = (self.at[side] + by) % count until not self.skipped[side][self.at[side]]
end

-- The theme hears of a button first, and leaves one pane of the side visible.
local function followTheme(self, side, by)
	local list, from = self.found.panes[side], self.theme[side]
	local to = positionOf(list)
	self.theme[side] = to
	if not to then return end
	self.skipped[side][to] = nil
	if not from or from == to then return end
	local passed = (from - 1 + by) % #list + 1
	while passed ~= to do
		-- The pane on the other side is passed over for being there.
		if not self.single or passed ~= self.theme[other[side]] then self.skipped[side][passed] = true end
		passed = (passed - 1 + by) % #list + 1
	end
end

local function isDouble(self)
	local style = engine.ask(GAMESTATE, "GetCurrentStyle")
	return self.single and engine.short(engine.ask(style, "GetStyleType")) == "OnePlayerTwoSides"
end

-- Called for each input event. Takes none from the theme.
function panes.press(self, event)
	if type(event) ~= "table" or event.type ~= "InputEventType_FirstPress" then return end
	local by, side = steps[event.GameButton], sideOf[event.controller]
	if not by or not event.PlayerNumber or not self.at[side] or screens.isVisible(self.found.popup) then return end
	local across = other[side]
	-- There one button may move both sides.
	if not isDouble(self) then followTheme(self, side, by) end
	step(self, side, by)
	if self.single and self.at[side] == self.at[across] then step(self, side, by) end
	-- A wide pane hides the other side, which is to have a narrow one after it.
	if isDouble(self) and not isWide(self, side) then
		for _ = 1, 3 do
			if self.at[across] and (isWide(self, across) or self.at[across] == self.at[side]) then step(self, across, -1) end
		end
	end
	self.changed = true
end

-- Whether our pane is what this side shows.
function panes.isOurs(self, side)
	if self.at[side] ~= 0 or screens.isVisible(self.found.popup) then return false end
	return not (isDouble(self) and isWide(self, other[side]))
end

-- Whether the theme shows a pane where ours is, as it does after it has taken a screenshot of one.
local function isMixed(self)
	for _, side in ipairs(sides) do
		if self.at[side] == 0 and positionOf(self.found.panes[side]) then return true end
	end
	return false
end

-- Called once a frame, after input. Whether what the sides show has changed.
function panes.update(self)
	local popup = self.found.popup
	local covered = popup ~= nil and screens.isVisible(popup)
	if not self.changed and not isMixed(self) then
		if covered == self.covered then return false end
		self.covered = covered
		return true
	end
	self.changed, self.covered = false, covered
	local double = isDouble(self)
	for _, side in ipairs(sides) do
		local hidden = double and isWide(self, other[side]) and not isWide(self, side)
		for i, pane in ipairs(self.found.panes[side] or {}) do
			engine.ask(pane, "visible", not hidden and self.at[side] == i)
		end
	end
	engine.ask(self.found.frame, "queuecommand", "PaneSwitch")
	return true
end

return panes
