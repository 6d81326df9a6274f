-- What a player must write into Preferences.ini so that the game may ask a host.
local engine = require("engine")

local allow = {}

-- `HttpAllowHosts=…` with the host in it. The game has lost entries at both ends of the list, so it goes behind the
-- first.
function allow.line(host)
	local enabled = engine.preference("HttpEnabled")
	if enabled == false or enabled == 0 then return "HttpEnabled=1" end
	local known = engine.preference("HttpAllowHosts")
	if type(known) ~= "string" or known == "" then known = "*.groovestats.com,*.itgmania.com" end
	local first, rest = string.match(known, "^([^,]*)(.*)$")
	return "HttpAllowHosts=" .. first .. "," .. host .. rest
end

return allow
