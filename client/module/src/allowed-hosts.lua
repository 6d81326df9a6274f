-- The line of Preferences.ini that allows the game to contact a host.
local engine = require("engine")

local allowedHosts = {}

-- Returns `HttpAllowHosts=…` with the host added, or `HttpEnabled=1` if requests are off. Some versions of the game
-- drop hosts at both ends of the list, so the host is inserted after the first one.
function allowedHosts.line(host)
	local enabled = engine.preference("HttpEnabled")
	if enabled == false or enabled == 0 then return "HttpEnabled=1" end
	local current = engine.preference("HttpAllowHosts")
	if type(current) ~= "string" or current == "" then current = "*.groovestats.com,*.itgmania.com" end
	local first, rest = string.match(current, "^([^,]*)(.*)$")
	return "HttpAllowHosts=" .. first .. "," .. host .. rest
end

return allowedHosts
