-- QR codes (ISO/IEC 18004): byte mode, error correction M, versions 1 to 9, which hold up to 180 bytes. A code takes more
-- instructions than one frame has, so it is encoded in steps.
local qr = {}

-- By version: error correction codewords of a block, then the data codewords of each block.
local blocksOf = {
	{ 10, 16 }, { 16, 28 }, { 26, 44 }, { 18, 32, 32 }, { 24, 43, 43 }, { 16, 27, 27, 27, 27 }, { 18, 31, 31, 31, 31 },
	{ 22, 38, 38, 39, 39 }, { 22, 36, 36, 36, 37, 37 },
}
-- By version: rows and columns of the centres of alignment patterns, from 0.
local centresOf = { {}, { 6, 18 }, { 6, 22 }, { 6, 26 }, { 6, 30 }, { 6, 34 }, { 6, 22, 38 }, { 6, 24, 42 }, { 6, 26, 46 } }
-- Format information of level M, by mask from 0, most significant bit first.
local formats = {
	[0] = "101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001", "100000011001110",
	"100111110010111", "100101010100000",
}
local versionInformation = { [7] = "000111110010010100", [8] = "001000010110111100", [9] = "001001101010011001" }

-- Whether a mask inverts the module in row `y`, column `x`, both from 0.
local masks = {
	[0] = function(y, x) return (y + x) % 2 == 0 end,
	function(y) return y % 2 == 0 end,
	function(_, x) return x % 3 == 0 end,
	function(y, x) return (y + x) % 3 == 0 end,
	function(y, x) return (math.floor(y / 2) + math.floor(x / 3)) % 2 == 0 end,
	function(y, x) return y * x % 2 + y * x % 3 == 0 end,
	function(y, x) return (y * x % 2 + y * x % 3) % 2 == 0 end,
	function(y, x) return ((y + x) % 2 + y * x % 3) % 2 == 0 end,
}

-- Lua 5.1 has no bitwise operators: exclusive or of two hex digits, by 16 * first + second.
local xorDigits = {}
for a = 0, 15 do
	for b = 0, 15 do
		local value = 0
		for bit = 0, 3 do
			local power = 2 ^ bit
			if math.floor(a / power) % 2 ~= math.floor(b / power) % 2 then value = value + power end
		end
		xorDigits[16 * a + b] = value
	end
end
local function xor(a, b)
	local lowA, lowB = a % 16, b % 16
	return 16 * xorDigits[a - lowA + (b - lowB) / 16] + xorDigits[16 * lowA + lowB]
end

-- GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
local powers, logarithms = {}, {}
local power = 1
for exponent = 0, 254 do
	powers[exponent], powers[exponent + 255], logarithms[power] = power, power, exponent
	power = power * 2
	if power > 255 then power = xor(power - 256, 29) end
end

-- Returns the logarithms of the coefficients of the generator polynomial, without the first one, which is 1.
local function generator(degree)
	local polynomial = { 1 }
	for root = 0, degree - 1 do
		local product = {}
		for i = 1, #polynomial + 1 do
			local shifted = polynomial[i - 1] and powers[logarithms[polynomial[i - 1]] + root] or 0
			product[i] = xor(polynomial[i] or 0, shifted)
		end
		polynomial = product
	end
	local result = {}
	for i = 2, #polynomial do result[i - 1] = logarithms[polynomial[i]] end
	return result
end

-- Returns the error correction codewords of a block. `pause` is called within long loops.
local function correction(block, polynomial, pause)
	local degree, remainder = #polynomial, {}
	for i = 1, degree do remainder[i] = 0 end
	for nth, codeword in ipairs(block) do
		local factor = xor(codeword, remainder[1])
		for i = 1, degree do
			local product = factor > 0 and powers[logarithms[factor] + polynomial[i]] or 0
			remainder[i] = xor(remainder[i + 1] or 0, product)
		end
		if nth % 6 == 0 then pause() end
	end
	return remainder
end

-- Returns the data codewords: mode, length, text, terminator, padding. All but the padding is shifted by four bits.
local function dataCodewords(text, count)
	local codewords, carried = {}, 4
	local function add(byte)
		codewords[#codewords + 1] = carried * 16 + math.floor(byte / 16)
		carried = byte % 16
	end
	add(#text)
	for i = 1, #text do add(string.byte(text, i)) end
	codewords[#codewords + 1] = carried * 16
	for i = 1, count - #codewords do codewords[#codewords + 1] = i % 2 == 1 and 236 or 17 end
	return codewords
end

-- Returns all codewords in the order in which they are placed: the blocks interleaved.
local function allCodewords(text, version, pause)
	local sizes = blocksOf[version]
	local total = 0
	for i = 2, #sizes do total = total + sizes[i] end
	local data, polynomial = dataCodewords(text, total), generator(sizes[1])
	local blocks, corrections, from = {}, {}, 1
	for i = 2, #sizes do
		local block = {}
		for nth = 1, sizes[i] do block[nth] = data[from + nth - 1] end
		blocks[#blocks + 1], from = block, from + sizes[i]
		corrections[#corrections + 1] = correction(block, polynomial, pause)
	end
	local codewords = {}
	for _, list in ipairs({ blocks, corrections }) do
		for nth = 1, #list[#list] do
			for _, block in ipairs(list) do codewords[#codewords + 1] = block[nth] end
		end
	end
	return codewords
end

-- A matrix is a list of rows of 0 and 1. Rows and columns are counted from 0 in the standard and here in arguments.
local function set(matrix, y, x, value) matrix[y + 1][x + 1] = value end

-- A square pattern of rings around a centre: dark at the distances for which `isDark` is set.
local function rings(matrix, centreY, centreX, radius, isDark)
	local size = #matrix
	for y = math.max(0, centreY - radius), math.min(size - 1, centreY + radius) do
		for x = math.max(0, centreX - radius), math.min(size - 1, centreX + radius) do
			set(matrix, y, x, isDark[math.max(math.abs(y - centreY), math.abs(x - centreX))] and 1 or 0)
		end
	end
end

local finder, alignment = { [0] = true, true, false, true }, { [0] = true, false, true }

-- Places format and version information. `format`: 15 bits, as a text.
local function setInformation(matrix, version, format)
	local size = #matrix
	local function bit(text, nth) return tonumber(string.sub(text, nth, nth)) end
	for nth = 1, 15 do
		local value = bit(format, nth)
		-- Around the finder at the top left, without the timing patterns; then beside the two others.
		if nth <= 8 then set(matrix, 8, nth <= 6 and nth - 1 or nth, value)
		else set(matrix, nth <= 9 and 7 or 15 - nth, 8, value) end
		if nth <= 7 then set(matrix, size - nth, 8, value) else set(matrix, 8, size - 16 + nth, value) end
	end
	-- Column 8 of row 8 is the eighth bit; the dark module is above the seventh.
	set(matrix, size - 8, 8, 1)
	local information = versionInformation[version]
	for nth = 1, information and 18 or 0 do
		local long, short = math.floor((18 - nth) / 3), size - 11 + (18 - nth) % 3
		set(matrix, long, short, bit(information, nth))
		set(matrix, short, long, bit(information, nth))
	end
end

-- Returns a matrix with the patterns that do not depend on the text; data modules are nil.
local function patterns(version)
	local size = 4 * version + 17
	local matrix = {}
	for y = 1, size do matrix[y] = {} end
	-- The size of a list with gaps is undefined, so rows are never measured before they are full.
	for _, centre in ipairs({ { 3, 3 }, { 3, size - 4 }, { size - 4, 3 } }) do
		rings(matrix, centre[1], centre[2], 4, finder)
	end
	for i = 8, size - 9 do
		set(matrix, 6, i, 1 - i % 2)
		set(matrix, i, 6, 1 - i % 2)
	end
	local centres = centresOf[version]
	local last = centres[#centres]
	for _, y in ipairs(centres) do
		for _, x in ipairs(centres) do
			local isFinder = y == 6 and (x == 6 or x == last) or x == 6 and y == last
			if not isFinder then rings(matrix, y, x, 2, alignment) end
		end
	end
	setInformation(matrix, version, formats[0])
	return matrix
end

-- Returns the data modules: {row, column, value} each, from 0.
local function dataModules(matrix, codewords, pause)
	local size, modules, bits = #matrix, {}, 0
	local x, isUpwards = size - 1, true
	while x > 0 do
		-- The vertical timing pattern is not part of a pair of columns.
		if x == 6 then x = 5 end
		for step = 0, size - 1 do
			local y = isUpwards and size - 1 - step or step
			for column = x, x - 1, -1 do
				if matrix[y + 1][column + 1] == nil then
					local codeword = codewords[math.floor(bits / 8) + 1] or 0
					bits = bits + 1
					modules[bits] = { y, column, math.floor(codeword / 2 ^ (7 - (bits - 1) % 8)) % 2 }
				end
			end
		end
		x, isUpwards = x - 2, not isUpwards
		pause()
	end
	return modules
end

local function setMasked(matrix, modules, mask, pause)
	for nth, module in ipairs(modules) do
		local y, x, value = module[1], module[2], module[3]
		matrix[y + 1][x + 1] = mask(y, x) and 1 - value or value
		if nth % 400 == 0 then pause() end
	end
end

-- Returns the penalty of a row or column: long runs, and patterns that look like a finder.
local function penaltyOf(line)
	local penalty = 0
	for _, run in ipairs({ "00000+", "11111+" }) do
		for found in string.gmatch(line, run) do penalty = penalty + #found - 2 end
	end
	for _, pattern in ipairs({ "10111010000", "00001011101" }) do
		local from = string.find(line, pattern, 1, true)
		while from do
			penalty = penalty + 40
			from = string.find(line, pattern, from + 1, true)
		end
	end
	return penalty
end

local function penaltyOfMatrix(matrix, pause)
	local size, penalty, dark = #matrix, 0, 0
	for y = 1, size do
		local row, below, column = matrix[y], matrix[y + 1], {}
		for x = 1, size do
			column[x] = matrix[x][y]
			dark = dark + row[x]
			local value = row[x]
			if below and row[x + 1] == value and below[x] == value and below[x + 1] == value then penalty = penalty + 3 end
		end
		penalty = penalty + penaltyOf(table.concat(row)) + penaltyOf(table.concat(column))
		if y % 4 == 0 then pause() end
	end
	return penalty + 10 * math.floor(math.abs(dark * 100 / (size * size) - 50) / 5)
end

local function encode(text, version, pause)
	local codewords = allCodewords(text, version, pause)
	local matrix = patterns(version)
	local modules = dataModules(matrix, codewords, pause)
	local function mask(nth)
		setMasked(matrix, modules, masks[nth], pause)
		setInformation(matrix, version, formats[nth])
	end
	local best, lowest
	for nth = 0, 7 do
		mask(nth)
		local penalty = penaltyOfMatrix(matrix, pause)
		if not lowest or penalty < lowest then best, lowest = nth, penalty end
	end
	mask(best)
	return matrix
end

-- Returns the smallest version that holds so many bytes; nil if none does.
local function versionFor(bytes)
	for version, sizes in ipairs(blocksOf) do
		local codewords = 0
		for i = 2, #sizes do codewords = codewords + sizes[i] end
		-- Mode and length take 12 bits.
		if bytes <= codewords - 2 then return version end
	end
	return nil
end

-- Starts to encode a text. Returns a function: each call does a step, and the last one returns the matrix, a list of
-- rows of 0 (light) and 1 (dark). Returns nil if the text is too long.
function qr.encoder(text)
	local version = versionFor(#text)
	if not version then return nil end
	local thread = coroutine.create(encode)
	return function()
		local ok, matrix = coroutine.resume(thread, text, version, coroutine.yield)
		if not ok then error(matrix) end
		return matrix
	end
end

return qr
