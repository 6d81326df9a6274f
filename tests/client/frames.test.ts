import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Alone, lua51OfMachine, luaInWebAssembly, playAlone } from './game/alone.ts'

const luas = lua51OfMachine === null ? [luaInWebAssembly] : [luaInWebAssembly, lua51OfMachine]

const journalLine = z.object({
  state: z.string(),
  play: z.object({ timingData: z.array(z.unknown()), npsInfo: z.unknown(), lifebarInfo: z.unknown() }),
})

/**
 * Cost of the module in each frame of the evaluation screen, in Lua instructions, as the time depends on the load of the
 * machine. With an installed `lua5.1`, the time is printed too. Both exclude the game's own work: writing, reading,
 * hashing.
 */
describe.each(luas)('the evaluation screen in $name', (lua) => {
  /** Lua instructions in a frame; a slow machine executes 20 to 30 per microsecond. */
  const maxInstructions = 100_000

  it.each([
    { steps: 1_000, framesUntilWritten: 3 },
    { steps: 20_000, framesUntilWritten: 36 },
  ])(
    'writes and sends a play of $steps steps within the budget of each frame',
    async ({ steps, framesUntilWritten }) => {
      const counted = await playAlone(lua, steps, true)
      if (lua === lua51OfMachine) {
        const { written, longest } = summaryOf(await playAlone(lua, steps))
        process.stdout.write(
          `\n${lua.name}, ${steps} steps: on disk in frame ${written}, the longest frame takes ${longest} ms of CPU\n`,
        )
      }

      expect(Math.max(...counted.frames.map(({ instructions }) => instructions))).toBeLessThan(
        maxInstructions,
      )
      expect(summaryOf(counted).written).toBeLessThanOrEqual(framesUntilWritten)
      // A long journal is written and read back in frames of their own.
      const long = counted.frames.filter(({ written, read }) => written + read > 64 * 1024)
      expect(long.map(({ written, read }) => written > 0 && read > 0)).toEqual(long.map(() => false))
      expect(Math.max(...long.map(({ instructions }) => instructions), 0)).toBeLessThan(10_000)

      expect(counted.screen.map(({ text }) => text).filter((text) => text !== '')).toEqual([
        'Saved',
        'H.EX 96.10 Star',
        '+0.31, #4',
      ])
      expect(counted.requests).toEqual([
        'GET /v1/auth-check',
        expect.stringMatching(/^POST \/v1\/chart\/[0-9a-f]{16}\/play$/),
        expect.stringMatching(/^GET \/v1\/chart\/[0-9a-f]{16}\/leaderboards\?limit=7$/),
      ])
      expect([counted.errors, counted.log, counted.globals, counted.left]).toEqual(['', '', [], ''])
      const { state, play } = journalLine.parse(JSON.parse(counted.journal))
      expect(state).toBe('waiting')
      expect(play.timingData).toHaveLength(steps)
      expect(play.timingData.slice(48, 51)).toEqual([
        [3.5819, -0.028613],
        [3.655, 'Miss'],
        [3.7281, 0.020107],
      ])
      expect(play.npsInfo).toHaveProperty('points.length', Math.ceil(steps / 16))
      expect(play.lifebarInfo).toHaveProperty('length', 100)
    },
  )
})

/** `written`: number of the frame that wrote the play, from 1. `longest`: ms of CPU of the longest frame. */
function summaryOf({ frames }: Alone) {
  return {
    written: frames.findIndex(({ onDisk }) => onDisk) + 1,
    longest: Math.max(...frames.map(({ ms }) => ms)).toFixed(1),
  }
}
