-- The light of the title screen and of the song wheel: whether the server is there, knows the key, and how much waits.
local text = require("text")

local light = {}

local function countsText(profiles)
	local sums = { waiting = 0, rejected = 0, damaged = 0 }
	for _, self in ipairs(profiles) do
		local counts = self.journal:counts()
		for kind in pairs(sums) do sums[kind] = sums[kind] + counts[kind] end
	end
	local parts = {}
	for _, kind in ipairs({ "waiting", "rejected", "damaged" }) do
		if sums[kind] > 0 then parts[#parts + 1] = text.of("light." .. kind, { n = sums[kind] }) end
	end
	return parts
end

-- The first trouble of them, if any: it is what a player can mend.
local function trouble(profiles)
	for _, self in ipairs(profiles) do
		if self.problem then return "key", text.of("reasons." .. self.problem) end
		if self.blocked then return "blocked", text.of("light.blocked", { host = self.host }) end
		if self.refused then return "key", text.of("light.key") end
		if self.reachable == false then return "waiting", text.of("light.unreachable", { host = self.host }) end
	end
	return nil
end

-- {kind, title} for these profiles, nil when none of them is set up. `kind` as of a verdict.
function light.of(profiles)
	if #profiles == 0 then return nil end
	local kind, title = trouble(profiles)
	local known, alias = 0, nil
	for _, self in ipairs(profiles) do
		if self.user then known, alias = known + 1, self.alias end
	end
	if not kind then
		kind = known == #profiles and "saved" or "sending"
		title = known == 0 and text.of("light.unknown")
			or known == 1 and text.of("light.ready", { alias = alias }) or text.of("light.several", { n = known })
	end
	local parts = countsText(profiles)
	table.insert(parts, 1, title)
	return { kind = kind, title = table.concat(parts, ", ") }
end

return light
