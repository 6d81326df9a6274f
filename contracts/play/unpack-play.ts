import { z } from 'zod'
import type { PackedPlay } from './pack-play.ts'
import { unpackPoints } from './unpack-points.ts'
import { unpackRows } from './unpack-rows.ts'

const restOfBody = z.looseObject({
  radar: z.looseObject({}).optional(),
  npsInfo: z.unknown().optional(),
})

/**
 * Restores the sent body, field for field, from the event's data and the JSON text of the rest. Throws
 * MalformedColumnError, ZodError.
 */
export function unpackPlay(data: PackedPlay, rest: string): Record<string, unknown> {
  const { radar, npsInfo, ...others } = restOfBody.parse(JSON.parse(rest))
  return {
    ...withoutNulls({
      hash: data.chart,
      songName: data.songName,
      artist: data.artist,
      pack: data.pack,
      stepartist: data.stepartist,
      description: data.description,
      length: data.length,
      difficulty: data.meter,
      timingData: unpackRows(data.rows),
      radar: { Holds: data.radar.holds, Mines: data.radar.mines, Rolls: data.radar.rolls, ...radar },
      lifebarInfo: data.lifebar.count > 0 ? unpackPoints(data.lifebar) : null,
      npsInfo: data.nps ? unpackNps(data, npsInfo) : null,
      modifiers: data.modifiers,
      musicRate: data.rate,
      usedAutoplay: data.autoplay,
      passed: data.passed,
      lifeRanOut: data.lifeRanOut ?? null,
      expectedRows: data.expectedRows ?? null,
    }),
    ...others,
    ...(data.nps || npsInfo === undefined ? {} : { npsInfo }),
  }
}

function unpackNps({ nps, peakNps }: PackedPlay, more: unknown): object {
  return {
    ...(peakNps === null ? {} : { peakNPS: peakNps }),
    ...(nps ? { points: unpackPoints(nps) } : {}),
    ...(typeof more === 'object' ? more : {}),
  }
}

/** Null: the field was not sent, or is in the rest. */
function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
