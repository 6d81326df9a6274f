import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Alone, lua51OfMachine, luaInWebAssembly, playAlone } from './game/alone.ts'

const luas = lua51OfMachine === null ? [luaInWebAssembly] : [luaInWebAssembly, lua51OfMachine]

const journalLine = z.object({
  state: z.string(),
  play: z.object({ timingData: z.array(z.unknown()), npsInfo: z.unknown(), lifebarInfo: z.unknown() }),
})

/**
 * What the module does in each frame of the evaluation screen. What it may do is counted, as a busy machine takes
 * longer for it; the time is printed, where the machine has a `lua5.1`. What the game does when it is asked to write,
 * to read or to sum is not in either.
 */
describe.each(luas)('the frames of the evaluation screen, in $name', (lua) => {
  /** Instructions of Lua, of which a slow machine does 20 to 30 in a microsecond. */
  const most = 100_000

  it.each([
    { steps: 1_000, framesUntilWritten: 3 },
    { steps: 20_000, framesUntilWritten: 36 },
  ])(
    'a play of $steps steps is put down and sent, a part in each frame',
    async ({ steps, framesUntilWritten }) => {
      const counted = await playAlone(lua, steps, true)
      if (lua === lua51OfMachine) {
        const { written, longest } = told(await playAlone(lua, steps))
        process.stdout.write(
          `\n${lua.name}, ${steps} steps: on the disk in frame ${written}, the longest frame ${longest} ms of CPU\n`,
        )
      }

      expect(Math.max(...counted.frames.map(({ instructions }) => instructions))).toBeLessThan(most)
      expect(told(counted).written).toBeLessThanOrEqual(framesUntilWritten)
      // The disk is asked for one thing in a frame, and a long journal is written and read back in frames of their own.
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

/** Counted from 1: the frame that wrote the play, and the longest, in ms of CPU. */
function told({ frames }: Alone) {
  return {
    written: frames.findIndex(({ onDisk }) => onDisk) + 1,
    longest: Math.max(...frames.map(({ ms }) => ms)).toFixed(1),
  }
}
