import { z } from 'zod'
import type { NewEvent } from '../../platform/ledger/ledger.ts'

/** What a thread is asked for. */
export const wantedPiece = z.object({ piece: z.int(), ids: z.array(z.int()) })
export type WantedPiece = z.infer<typeof wantedPiece>

/** A made piece: the bytes of all events one after the other, and where each ends. */
export const madePiece = z.object({
  piece: z.int(),
  keys: z.array(z.string()),
  ends: z.array(z.int()),
  bytes: z.instanceof(Uint8Array),
})
export type MadePiece = z.infer<typeof madePiece>

export function packEvents(piece: number, events: readonly NewEvent[]): MadePiece {
  let end = 0
  const ends = events.map(({ bytes }) => {
    end += bytes.length
    return end
  })
  const bytes = new Uint8Array(end)
  for (const [i, event] of events.entries()) bytes.set(event.bytes, ends[i - 1] ?? 0)
  return { piece, keys: events.map(({ key }) => key), ends, bytes }
}

export function unpackEvents({ keys, ends, bytes }: MadePiece): NewEvent[] {
  return keys.map((key, i) => ({ key, bytes: bytes.subarray(ends[i - 1] ?? 0, ends[i]) }))
}
