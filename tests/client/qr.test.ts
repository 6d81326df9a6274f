import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import jsQR from 'jsqr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lua } from 'wasmoon-lua5.1'
import { z } from 'zod'

let lua: Lua
beforeAll(async () => {
  lua = await Lua.create()
  lua.ctx.source = await readFile(new URL('../../client/module/src/qr.lua', import.meta.url), 'utf8')
  lua.doStringSync(`
    -- A hook is of one coroutine.
    local create, count = coroutine.create, 0
    coroutine.create = function(run)
      local thread = create(run)
      debug.sethook(thread, function() count = count + 10 end, "", 10)
      return thread
    end
    qr = loadstring(source)()
    -- Returns the rows of the code, and the number of instructions of the longest step.
    function encode(text)
      local step = qr.encoder(text)
      if not step then return "" end
      local matrix, longest = nil, 0
      repeat
        count = 0
        matrix = step()
        longest = math.max(longest, count)
      until matrix
      local rows = {}
      for y, row in ipairs(matrix) do rows[y] = table.concat(row) end
      return table.concat(rows, "\\n") .. "\\n" .. longest
    end`)
})
afterAll(() => lua.global.close())

/** The rows of the code of a text, of 0 and 1, and the Lua instructions of the longest step. Null if it is too long. */
function encode(text: string) {
  lua.ctx.text = text
  const rows = z.string().parse(lua.doStringSync('return encode(text)')).split('\n')
  const longestStep = Number(rows.pop())
  return rows.length === 0 ? null : { rows, longestStep }
}

/** Reads a code with its quiet zone, four pixels for a module. */
function decode(rows: readonly string[]): string | undefined {
  const scale = 4
  const side = (rows.length + 8) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const module = rows[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4]
      if (module === '1') pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  return jsQR(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data
}

const textOf = (length: number) =>
  `https://scores.example/link?code=${'BCDF-GHJK'.repeat(20)}`.slice(0, length)

describe('a QR code', () => {
  /** Bytes that versions 1 to 9 hold with error correction M, as the standard has them. */
  const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180]

  it.each(capacities.map((bytes, i) => ({ version: i + 1, bytes })))(
    'has the smallest version that fits: $version up to $bytes bytes',
    ({ version, bytes }) => {
      for (const length of [(capacities[version - 2] ?? 0) + 1, bytes]) {
        const text = textOf(length)
        const code = encode(text)
        expect(code?.rows.map((row) => row.length)).toEqual(Array(4 * version + 17).fill(4 * version + 17))
        expect(decode(code?.rows ?? [])).toBe(text)
      }
    },
  )

  it('is none for a longer text', () => {
    expect(encode(textOf(181))).toBeNull()
  })

  it('gives back every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 150 }), (text) => {
        expect(decode(encode(text)?.rows ?? [])).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it('can be read with a part of it damaged', () => {
    const text = textOf(45)
    const rows = (encode(text)?.rows ?? []).map((row, y) =>
      y > 12 && y < 20 ? `${row.slice(0, 12)}111111${row.slice(18)}` : row,
    )
    expect(decode(rows)).toBe(text)
  })

  it.each([40, 60, 180])('takes little of a frame in each step, with %i bytes', (length) => {
    const { longestStep = 0 } = encode(textOf(length)) ?? {}
    expect(longestStep).toBeGreaterThan(1_000)
    expect(longestStep).toBeLessThan(35_000)
  })
})
