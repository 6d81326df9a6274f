import { z } from 'zod'
import type { SeededEvent } from './events.ts'

/** A request to a generator thread. */
export const chunkRequest = z.object({ chunk: z.int(), ids: z.array(z.int()) })
export type ChunkRequest = z.infer<typeof chunkRequest>

/** The response: concatenated bytes of all events, and the end of each. */
export const chunkResult = z.object({
  chunk: z.int(),
  keys: z.array(z.string()),
  charts: z.array(z.int().nullable()),
  ends: z.array(z.int()),
  bytes: z.instanceof(Uint8Array),
})
type ChunkResult = z.infer<typeof chunkResult>

export function packEvents(chunk: number, events: readonly SeededEvent[]): ChunkResult {
  let end = 0
  const ends = events.map(({ bytes }) => {
    end += bytes.length
    return end
  })
  const bytes = new Uint8Array(end)
  for (const [i, event] of events.entries()) bytes.set(event.bytes, ends[i - 1] ?? 0)
  const keys = events.map(({ key }) => key)
  const charts = events.map(({ chart }) => chart)
  return { chunk, keys, charts, ends, bytes }
}

export function unpackEvents({ keys, charts, ends, bytes }: ChunkResult): SeededEvent[] {
  return keys.map((key, i) => ({
    key,
    chart: charts[i] ?? null,
    bytes: bytes.subarray(ends[i - 1] ?? 0, ends[i]),
  }))
}
