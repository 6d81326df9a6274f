import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import { chartHash } from '../ids.ts'
import { competitionSlug } from '../rules/competition-document.ts'
import { bytes } from './bytes.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * The counting scores on one chart of a competition at its closing. They are valid only together with the EventClosed
 * of the same `closing`. The key is the competition's slug.
 */
export const eventScoresRecorded = eventType({
  type: 'EventScoresRecorded',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    closing: z.uuid(),
    /** From 1 on. */
    round: z.int().min(1).max(20),
    chart: chartHash,
    /** Ids of the players, 16 bytes each, ascending. */
    players: bytes,
    /**
     * For each player the percent in hundredths on every board, in the order of `boards`: 16 bits each, little-endian.
     */
    hundredths: bytes,
    boards: z.array(z.enum(boardNames)),
  }),
})
export type EventScoresRecorded = EventOf<typeof eventScoresRecorded>
