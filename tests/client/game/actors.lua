-- Actors, as far as modules use them. A call of a method that is not here throws. Hidden actors are not updated: the
-- real game may be less strict, but modules must not rely on it.
local methods = {}

local function set(...)
	local names = { ... }
	return function(self, ...)
		local values = { ... }
		for i, name in ipairs(names) do self.props[name] = values[i] end
		return self
	end
end
for name, method in pairs({
	x = set("x"), y = set("y"), xy = set("x", "y"), zoom = set("zoom"), zoomto = set("width", "height"), diffuse = set("color"),
	settext = set("text"), maxwidth = set("maxwidth"), horizalign = set("align"), visible = set("visible"),
}) do methods[name] = method end
function methods:GetChild(name)
	for _, child in ipairs(self.children) do if child.name == name then return child end end
	return nil
end
function methods:GetVisible() return self.props.visible end
-- As if each letter were 7 px wide.
function methods:GetWidth() return 7 * #tostring(self.props.text or "") end
function methods:GetCommand() return nil end
-- Vertices of quads: {{x, y, z}, color} each.
function methods:SetNumVertices(count)
	self.vertices = self.vertices or {}
	while #self.vertices > count do table.remove(self.vertices) end
	return self
end
function methods:SetVertices(vertices)
	for i, vertex in ipairs(vertices) do self.vertices[i] = { assert(vertex[1][1]), assert(vertex[1][2]), assert(#vertex[2] == 4) } end
	return self
end
function methods:SetDrawState(state)
	assert(state.Mode == "DrawMode_Quads" and state.First == 1 and state.Num == -1 and #self.vertices % 4 == 0)
	return self
end
function methods:SetUpdateFunction(run)
	self.update = run
	return self
end
function methods:playcommand(name)
	playCommand(self, name .. "Command")
	return self
end
function methods:queuecommand(name)
	self.queue[#self.queue + 1] = name .. "Command"
	return self
end
local Actor = { __index = methods }

Def = setmetatable({}, { __index = function(_, class)
	return function(definition)
		definition.Class = class
		return definition
	end
end })

local all = {}

-- The real game shows an error in a command on the screen, and skips the rest of the command.
scriptErrors = {}
local function attempt(run, ...)
	local ok, reason = pcall(run, ...)
	if not ok then scriptErrors[#scriptErrors + 1] = tostring(reason) end
end

function playCommand(actor, name)
	local run = actor.definition[name]
	if run then attempt(run, actor) end
	if name:match("MessageCommand$") or name == "InitCommand" then return end
	for _, child in ipairs(actor.children) do playCommand(child, name) end
end

function makeActor(definition)
	local actor = setmetatable({ definition = definition, name = definition.Name, class = definition.Class, children = {}, queue = {},
		props = { visible = true } }, Actor)
	all[#all + 1] = actor
	for _, child in ipairs(definition) do actor.children[#actor.children + 1] = makeActor(child) end
	if actor.class == "BitmapText" then attempt(function() actor.props.font = THEME:GetPathF("", definition.Font) end) end
	if definition.InitCommand then attempt(definition.InitCommand, actor) end
	return actor
end

function updateActor(actor, delta)
	if not actor.props.visible then return end
	-- A frame with delta 0 runs update functions, but leaves queued commands in the queue.
	if delta > 0 then
		local queue = actor.queue
		actor.queue = {}
		for _, name in ipairs(queue) do playCommand(actor, name) end
	end
	if actor.update then attempt(actor.update, actor, delta) end
	for _, child in ipairs(actor.children) do updateActor(child, delta) end
end

MESSAGEMAN = { Broadcast = function(_, message, params)
	for _, actor in ipairs(all) do
		local run = actor.definition[message .. "MessageCommand"]
		if run then attempt(run, actor, params) end
	end
end }
