import { z } from 'zod'
import { chartHash, numericId } from '../ids.ts'
import { packedPoints, packedRows } from '../play/columns.ts'
import { bytes } from './bytes.ts'
import { type EventOf, eventType } from './event-type.ts'

const count = z.int().min(0)
/** Achieved and achievable count. For mines: dodged and total. */
const actualAndPossible = z.tuple([count, count])

/**
 * A player finished a chart. The key is the player's id. The small fields are what folds need; rows and curves are
 * columns; everything else that the game sent is in `sealed`, encrypted with a key of its player. Together they restore
 * the sent body, field for field.
 */
export const playSubmitted = eventType({
  type: 'PlaySubmitted',
  v: 1,
  topic: 'events',
  data: z.object({
    playId: numericId,
    /** SHA-256 of the content (`play/fingerprint.ts`): plays with the same content are duplicates. */
    fingerprint: bytes,
    /** The client's key of the play; null if it sent none or used it for another play. */
    playKey: z.string().nullable(),
    chart: chartHash,
    /** Time of play by the game's clock, which may be wrong; ms since 1970, never later than the event's `at`. */
    playedAt: z.int(),
    bodyVersion: z.string(),
    songName: z.string(),
    artist: z.string(),
    pack: z.string(),
    stepartist: z.string(),
    description: z.string().nullable(),
    length: z.string(),
    meter: z.number().nullable(),
    rate: z.number().nullable(),
    autoplay: z.boolean().nullable(),
    /** The reported autoplay value is neither yes nor no. Older events lack the field, and count as before. */
    autoplayUnknown: z.boolean().optional(),
    passed: z.boolean().nullable(),
    /** The life bar was empty at some moment; a game with fail off passes such a play. Absent: not reported. */
    lifeRanOut: z.boolean().optional(),
    /** The rows of the chart, as the game counts them. Absent: not reported. */
    expectedRows: z.int().positive().optional(),
    radar: z.object({ holds: actualAndPossible, mines: actualAndPossible, rolls: actualAndPossible }),
    rows: packedRows,
    lifebar: packedPoints,
    nps: packedPoints.nullable(),
    peakNps: z.number().nullable(),
    /** The game's modifiers as sent, if they are an object within the size limit. */
    modifiers: z.record(z.string(), z.unknown()).nullable(),
    /** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the JSON text of the rest of the body. */
    sealed: bytes,
  }),
})
export type PlaySubmitted = EventOf<typeof playSubmitted>
