import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import { actedBy } from '../events/acted-by.ts'
import { bytes } from '../events/bytes.ts'
import { type EventOf, eventType } from '../events/event-type.ts'
import { chartHash } from '../ids.ts'
import {
  competitionDocument,
  competitionGrace,
  competitionSlug,
  roundCharts,
} from './competition-document.ts'
import { pointsFormula } from './points-formula.ts'

// Players compete in competitions; the names on the wire say "Event". The key of each is the competition's slug.

/** From 1 on. */
const round = z.int().min(1).max(20)

/**
 * A competition was announced, or announced again with a changed document, which replaces the previous one. Like rules
 * it is read strictly: a new field of the document is a new version.
 */
export const eventAnnounced = eventType({
  type: 'EventAnnounced',
  v: 2,
  topic: 'rules',
  data: z.object({ document: competitionDocument, by: actedBy }),
  upcasters: {
    // The rules of a round are new; what is left out of the document is how rounds were until then.
    1: (data) => data,
  },
})

/** All charts of a round were chosen, in order. */
export const eventChartsChosen = eventType({
  type: 'EventChartsChosen',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, round, charts: roundCharts, by: actedBy }),
})

/** The window of a round or the grace of its competition changed. Unchanged values are repeated. */
export const eventWindowChanged = eventType({
  type: 'EventWindowChanged',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    round,
    /** Ms since 1970. */
    start: z.int().min(0),
    end: z.int().min(0),
    /** Seconds, for the whole competition. */
    grace: competitionGrace,
    by: actedBy,
  }),
})

export const eventPointsChanged = eventType({
  type: 'EventPointsChanged',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, points: pointsFormula, by: actedBy }),
})

/**
 * The counting scores on one chart of a competition at its closing. They are valid only together with the EventClosed
 * of the same `closing`.
 */
export const eventScoresRecorded = eventType({
  type: 'EventScoresRecorded',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    closing: z.uuid(),
    round,
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

/**
 * A competition is over and its standings are final. They derive from the EventScoresRecorded of this closing only;
 * later events change nothing, except that erased players are removed. Another closing replaces them.
 */
export const eventClosed = eventType({
  type: 'EventClosed',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    closing: z.uuid(),
    /** The checkpoint of the fold: the next offset of each partition of `events`. */
    checkpoint: z.array(z.int().min(0)),
    /** Offset in the topic `rules` of the rules for these scores. */
    rulesOffset: z.int().min(0),
    /** Number of EventScoresRecorded. */
    charts: z.int().min(0),
    /** Number of recorded scores, one per player and chart. */
    scores: z.int().min(0),
    /** SHA-256, hex digits, of `players` then `hundredths` of each of them, by round, then chart. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    by: actedBy,
  }),
})

export type EventScoresRecorded = EventOf<typeof eventScoresRecorded>
export type EventClosed = EventOf<typeof eventClosed>

/** A ledger event about a competition. */
export type CompetitionEvent =
  | EventOf<typeof eventAnnounced>
  | EventOf<typeof eventChartsChosen>
  | EventOf<typeof eventWindowChanged>
  | EventOf<typeof eventPointsChanged>
  | EventScoresRecorded
  | EventClosed
