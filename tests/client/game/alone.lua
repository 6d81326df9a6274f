-- The game in pure Lua: the disk is a table, and the network answers by itself. Any Lua 5.1 can run it, and each frame
-- can be measured. `playAlone` is called once, in a fresh Lua. `sources`: the texts of the stubs and of the module.
local clock, sethook = os.clock, debug.sethook

-- Excludes the time and the instructions of the game itself from the measurement.
local inGame, gameTime, instructions = 0, 0, 0
local function ofGame(run)
	return function(...)
		local from = clock()
		inGame = inGame + 1
		local one, two = run(...)
		inGame = inGame - 1
		if inGame == 0 then gameTime = gameTime + clock() - from end
		return one, two
	end
end

local disk, opened, log, requests, written, read = {}, {}, {}, {}, 0, 0
local function hosts(respond)
	local uuids = 0
	hostOpen = ofGame(function(path, mode)
		local writing = mode >= 2
		if not writing and not disk[path] then return nil end
		opened[#opened + 1] = { path = path, writing = writing, content = writing and "" or disk[path], at = 1 }
		return #opened
	end)
	hostRead = ofGame(function(handle)
		local file = opened[handle]
		local rest = file.content:sub(file.at)
		file.at = #file.content + 1
		read = read + #rest
		return (rest:match("^%Z*"))
	end)
	hostWrite = ofGame(function(handle, text)
		local file = opened[handle]
		file.content, written = file.content .. text, written + #text
		return #text
	end)
	hostClose = ofGame(function(handle)
		local file = opened[handle]
		if file.writing then disk[file.path] = file.content end
	end)
	hostSeek = ofGame(function(handle, at) opened[handle].at = at + 1 end)
	hostTell = ofGame(function(handle) return opened[handle].at - 1 end)
	hostExists = ofGame(function(path) return disk[path] ~= nil end)
	hostSend = ofGame(function(method, url, headers, body)
		requests[#requests + 1] = { method = method, path = url:match("^%a+://[^/]+(.*)$"), body = body, response = respond(url) }
		return #requests
	end)
	hostUuid = ofGame(function()
		uuids = uuids + 1
		return ("00000000-0000-4000-8000-%012d"):format(uuids)
	end)
	-- Not SHA-1, but different for different texts. Its cost is that of the game.
	hostSha1 = ofGame(function(text) return ("%08x%032x"):format(#text, (text:byte(1) or 0) * 256 + (text:byte(-1) or 0)) end)
	hostLocalTime = ofGame(function() return "2026-11-22T15:04:05" end)
	hostTrace = function(text) log[#log + 1] = text end
end

local function quoted(text) return '"' .. tostring(text):gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end

local function globalsNow()
	local names = {}
	for name in pairs(_G) do names[name] = true end
	return names
end

-- In the format of the theme.
local function stepsOf(count)
	local steps = {}
	for i = 1, count do steps[i] = { i * 0.0731, i % 50 == 0 and "Miss" or math.sin(i) * 0.03 } end
	return steps
end

-- Plays a song of that many steps, with 16 steps in a measure, and draws the evaluation screen until nothing is left to
-- do. `counting`: counts Lua instructions instead of measuring time. Returns a line of JSON, then the journal as it was
-- first written.
function playAlone(sources, world, steps, counting)
	hosts(function(url)
		if url:find("/play$") then
			return '{"success":true,"playId":7,"duplicate":false,"position":"0:1","eligible":true,"reasons":[],"boards":['
				.. '{"type":"HardEX","id":4,"score":"96.10","grade":"Star","rank":4,"delta":"+0.31"}]}'
		end
		if url:find("/auth%-check$") then return '{"message":"OK","alias":"ada","userId":"u1"}' end
		return '{"hash":"0","leaderboards":[]}'
	end)
	for _, name in ipairs({ "engine", "actors", "stage", "theme", "screens" }) do assert(loadstring(sources[name], "@" .. name .. ".lua"))() end
	JsonDecode = ofGame(JsonDecode)
	local before = globalsNow()
	setWorld(world)
	disk["/Save/LocalProfiles/00000000/Stepledger.ini"] = "[Stepledger]\r\nApiKey=sl_key\r\nHost=http://127.0.0.1:9\r\n"
	assert(loadModule(sources.module, "Stepledger.lua"), table.concat(log, "\n"))
	local responseCount = 0
	local function draw()
		if responseCount < #requests then
			responseCount = responseCount + 1
			responseArrived(responseCount, '{"statusCode":200,"headers":{},"body":' .. quoted(requests[responseCount].response) .. "}")
		end
		drawFrame(1 / 60)
	end
	beginStage()
	for _, screen in ipairs({ "ScreenTitleMenu", "ScreenSelectMusic", "ScreenGameplay" }) do
		showScreen(screen)
		for _ = 1, 30 do draw() end
	end

	local player = _G.world.players.P1
	player.rows = stepsOf(steps)
	player.streams.NPSperMeasure = {}
	for i = 1, math.ceil(steps / 16) do player.streams.NPSperMeasure[i] = i % 9 + 0.123456 end
	playSong()
	finishStage()
	showScreen("ScreenEvaluationStage")

	local frames, journal = {}, nil
	local path = "/Save/LocalProfiles/00000000/Stepledger/plays-1.jsonl"
	local seenSaved = 0
	while seenSaved < 10 do
		assert(#frames < 2000, "never saved: " .. readScreen() .. table.concat(log, "\n"))
		written, read, instructions, gameTime = 0, 0, 0, 0
		if counting then sethook(function() if inGame == 0 then instructions = instructions + 100 end end, "", 100) end
		local from = clock()
		draw()
		local ms = (clock() - from - gameTime) * 1000
		sethook()
		journal = journal or disk[path]
		frames[#frames + 1] = ('{"ms":%.4f,"instructions":%d,"written":%d,"read":%d,"onDisk":%s}'):format(ms, instructions, written, read,
			tostring(journal ~= nil))
		if readScreen():find("Saved") then seenSaved = seenSaved + 1 end
	end

	local left, requestLines = {}, {}
	for name in pairs(globalsNow()) do if not before[name] then left[#left + 1] = quoted(name) end end
	for i, request in ipairs(requests) do requestLines[i] = quoted(request.method .. " " .. request.path) end
	return ('{"frames":[%s],"globals":[%s],"requests":[%s],"screen":%s,"errors":%s,"log":%s,"left":%s}\n%s'):format(table.concat(frames, ","),
		table.concat(left, ","), table.concat(requestLines, ","), readScreen(), quoted(table.concat(scriptErrors, "\n")),
		quoted(table.concat(log, "\n")), quoted(disk[path]), journal)
end
