import { expect, it } from 'vitest'
import { isCMod } from './scroll-speed.ts'

it('a constant speed is told from those that follow the song, as clients write them', () => {
  const speeds: [speed: unknown, cmod: boolean | null][] = [
    [{ type: 'C', value: 650 }, true],
    [{ type: 'C', value: 612.5 }, true],
    [{ type: 'c', value: 650 }, true],
    [{ type: 'M', value: 600 }, false],
    // The game's numbers have single precision.
    [{ type: 'X', value: 1.35000002384186 }, false],
    [{ type: 'x', value: 1 }, false],
    [{ type: 'X', value: -1 }, false],
    // What says neither is unknown.
    [{ type: 'CA', value: 650 }, null],
    [{ type: 'A', value: 650 }, null],
    [{ value: 650 }, null],
    ['C650', null],
    [undefined, null],
  ]
  for (const [speed, cmod] of speeds) expect([speed, isCMod({ speed, mini: 35 })]).toEqual([speed, cmod])
  expect(isCMod(null)).toBe(null)
})
