import { z } from 'zod'
import { chartHash, numericId } from '../ids.ts'
import { packedPoints, packedRows } from '../play/columns.ts'
import { bytes } from './bytes.ts'
import { type EventOf, eventType } from './event-type.ts'

const count = z.int().min(0)
/** What was achieved, and what was there to achieve. For mines: dodged, and all. */
const actualAndPossible = z.tuple([count, count])

/**
 * A player finished a chart. The key is the player's id. All that folds need stands in the small fields; the rows and
 * curves are columns; whatever else the game sent lies in `sealed`, under a key of its player. Together they give the
 * sent body back, field for field.
 */
export const playSubmitted = eventType({
  type: 'PlaySubmitted',
  v: 1,
  topic: 'events',
  data: z.object({
    playId: numericId,
    /** SHA-256 of the content (`play/fingerprint.ts`): the same content is the same play. */
    fingerprint: bytes,
    /** What the game calls this play; null when it said nothing or named another play so. */
    playKey: z.string().nullable(),
    chart: chartHash,
    /** When it was played, ms since 1970, never later than the event's `at`. */
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
    /** The game said something of autoplay that is neither yes nor no. Older events don't say, and count as before. */
    autoplayUnknown: z.boolean().optional(),
    passed: z.boolean().nullable(),
    radar: z.object({ holds: actualAndPossible, mines: actualAndPossible, rolls: actualAndPossible }),
    rows: packedRows,
    lifebar: packedPoints,
    nps: packedPoints.nullable(),
    peakNps: z.number().nullable(),
    /** The game's modifiers as sent, when they are an object of modest size. */
    modifiers: z.record(z.string(), z.unknown()).nullable(),
    /** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the JSON text of the rest of the body. */
    sealed: bytes,
  }),
})
export type PlaySubmitted = EventOf<typeof playSubmitted>
