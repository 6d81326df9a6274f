import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Stage, stageOf, withPlayer } from './world.ts'

const change = z.tuple([z.number(), z.number()])

/** A play in ITGmania 0.9.0 with Simply Love 5.4.0: what its API returned, and what the evaluation showed. */
const recordingShape = z.object({
  /** Song seconds of the first and the last step. */
  first: z.number(),
  last: z.number(),
  rate: z.number(),
  /** Number of rows of the chart. */
  rows: z.int(),
  failed: z.boolean(),
  gaveUp: z.boolean(),
  ex: z.string(),
  itg: z.string(),
  radar: z.object({ Holds: change, Rolls: change, Mines: change }),
  /** Seconds for which GetLifeRecord returned the 100 `samples`. */
  asked: z.number(),
  samples: z.array(z.number()),
  /** Changes of the life bar: seconds since the first step, life. */
  lives: z.array(change),
  /** The messages Judgment: song second, kind, offset, whether the game had noticed a fail before. */
  judged: z.array(
    z.tuple([z.number(), z.string(), z.union([z.number(), z.literal('Miss'), z.literal('')]), z.boolean()]),
  ),
})
export type Recording = z.infer<typeof recordingShape>

/** All of them are failed or given up. */
export const recordings = [
  'intro-of-a-minute',
  'one-miss',
  'rate-0.8',
  'rate-1.5',
  'bar-refilled',
  'given-up',
  'given-up-after-an-empty-bar',
] as const

export async function recording(name: string): Promise<Recording> {
  const file = new URL(`../recordings/${name}.json`, import.meta.url)
  return recordingShape.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** Returns a recorded stage for the stubs to play. */
export function recordedStage(recorded: Recording, folder: string): Stage {
  const { first, last, rate, gaveUp, failed, radar, lives, judged } = recorded
  const stage = stageOf({ seed: 41, folder })
  const rows = judged.filter(([, kind]) => kind === 'row').map(([time, , offset]) => [time, offset])
  const stats = { ...stage.players.P1?.stats, failed, radar, rowsPossible: recorded.rows }
  return {
    ...withPlayer(stage, { rows, stats, judged, lives }),
    song: { ...stage.song, length: last + 2, first, last },
    rate,
    gaveUp,
  }
}
