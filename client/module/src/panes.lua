-- Adds a pane to Simply Love's evaluation screen, left of the first one. The theme only switches its own panes, so this
-- module follows the same input and then sets which pane is visible. Some versions of the theme skip empty panes; panes
-- that the theme has skipped are skipped here too.
local engine = require("engine")
local screens = require("screens")

local panes = {}

local oppositeOf = { PlayerNumber_P1 = "PlayerNumber_P2", PlayerNumber_P2 = "PlayerNumber_P1" }
local directions = { MenuLeft = -1, MenuRight = 1 }

-- Returns the index of the theme's visible pane, from 1. Index 0 is our pane.
local function positionOf(list)
	for i, pane in ipairs(list) do
		if screens.isVisible(pane) then return i end
	end
	return nil
end

-- Starts to follow the panes. `found`: from `screens.evaluation`. Returns nil if the theme has no panes. `single`: one
-- player uses both sides, which never show the same pane.
function panes.open(found, players)
	if not found.panes then return nil end
	-- `index`: by side, the pane to show. `theme`: by side, the theme's own index. `skipped`: by side, the panes that
	-- the theme skips.
	local self = { found = found, single = players == 1, index = {}, theme = {}, skipped = {}, changed = false,
		covered = false }
	for _, side in ipairs(engine.players) do
		local list = found.panes[side]
		if list then self.index[side], self.skipped[side] = positionOf(list), {} end
		self.theme[side] = self.index[side]
	end
	for _, side in ipairs(engine.players) do
		if found.panes[side] and not self.index[side] then self.index[side] = self.index[oppositeOf[side]] == 1 and 2 or 1 end
	end
	return self
end

local function isWide(self, side)
	local index = self.index[side]
	return self.single and index ~= nil and index > 0 and screens.isWide(self.found.panes[side][index])
end

local function step(self, side, by)
	local paneCount = #self.found.panes[side] + 1
	repeat self.index[side] = (self.index[side] + by) % paneCount until not self.skipped[side][self.index[side]]
end

-- Reads which pane the theme has switched to: it handles input first, and leaves one pane of the side visible.
local function followTheme(self, side, by)
	local list, previous = self.found.panes[side], self.theme[side]
	local current = positionOf(list)
	self.theme[side] = current
	if not current then return end
	self.skipped[side][current] = nil
	if not previous or previous == current then return end
	local nth = (previous - 1 + by) % #list + 1
	while nth ~= current do
		-- The theme also passes the pane that the other side shows, without it being empty.
		if not self.single or nth ~= self.theme[oppositeOf[side]] then self.skipped[side][nth] = true end
		nth = (nth - 1 + by) % #list + 1
	end
end

local function isDouble(self)
	local style = engine.call(GAMESTATE, "GetCurrentStyle")
	return self.single and engine.shortName(engine.call(style, "GetStyleType")) == "OnePlayerTwoSides"
end

-- Called for each input event. The theme gets the event too.
function panes.press(self, event)
	if type(event) ~= "table" or event.type ~= "InputEventType_FirstPress" then return end
	local by, side = directions[event.GameButton], engine.playerOf[event.controller]
	if not by or not event.PlayerNumber or not self.index[side] or screens.isVisible(self.found.popup) then return end
	local opposite = oppositeOf[side]
	-- In double, one button may switch both sides.
	if not isDouble(self) then followTheme(self, side, by) end
	step(self, side, by)
	if self.single and self.index[side] == self.index[opposite] then step(self, side, by) end
	-- A wide pane hides the other side, which must show a narrow one afterwards.
	if isDouble(self) and not isWide(self, side) then
		for _ = 1, 3 do
			if self.index[opposite] and (isWide(self, opposite) or self.index[opposite] == self.index[side]) then
				step(self, opposite, -1)
			end
		end
	end
	self.changed = true
end

-- Returns whether this side shows our pane.
function panes.isOurs(self, side)
	if self.index[side] ~= 0 or screens.isVisible(self.found.popup) then return false end
	return not (isDouble(self) and isWide(self, oppositeOf[side]))
end

-- Returns whether the theme has made a pane visible where ours is, as it does after a screenshot.
local function isMixed(self)
	for _, side in ipairs(engine.players) do
		if self.index[side] == 0 and positionOf(self.found.panes[side]) then return true end
	end
	return false
end

-- Called once a frame, after input. Returns whether the sides show something else now.
function panes.update(self)
	local popup = self.found.popup
	local isCovered = popup ~= nil and screens.isVisible(popup)
	if not self.changed and not isMixed(self) then
		if isCovered == self.covered then return false end
		self.covered = isCovered
		return true
	end
	self.changed, self.covered = false, isCovered
	local double = isDouble(self)
	for _, side in ipairs(engine.players) do
		local hidden = double and isWide(self, oppositeOf[side]) and not isWide(self, side)
		for i, pane in ipairs(self.found.panes[side] or {}) do
			engine.call(pane, "visible", not hidden and self.index[side] == i)
		end
	end
	engine.call(self.found.frame, "queuecommand", "PaneSwitch")
	return true
end

return panes
