import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import { actedBy } from '../events/acted-by.ts'
import { bytes } from '../events/bytes.ts'
import { type EventOf, eventType } from '../events/event-type.ts'
import { chartHash, numericId, playerId } from '../ids.ts'
import {
  competitionDocument,
  competitionGrace,
  competitionSlug,
  maxOrganisers,
  roundCharts,
} from './competition-document.ts'
import { pointsFormula } from './points-formula.ts'
import { sealedWords } from './words.ts'

// Players compete in competitions; the names on the wire say "Event". The key of each is the competition's slug.

/**
 * Who changed a competition: an operator, or one of its organisers, whose reason is sealed with their key. Absent if the
 * server did, and in events of earlier releases.
 */
const changedBy = z
  .union([actedBy.unwrap(), z.object({ organiser: playerId, reason: bytes.nullable() })])
  .optional()
export type ChangedBy = NonNullable<z.infer<typeof changedBy>>

/** From 1 on. */
const round = z.int().min(1).max(20)

/**
 * A competition was announced, or announced again with a changed document, which replaces the previous one. Like rules
 * it is read strictly: a new field of the document is a new version. `owner`: the player who organises it; null: the site.
 * `words`: text by players, for which the document has placeholders.
 */
export const eventAnnounced = eventType({
  type: 'EventAnnounced',
  v: 4,
  topic: 'rules',
  data: z.object({
    document: competitionDocument,
    owner: playerId.nullable().default(null),
    words: sealedWords.nullable().default(null),
    by: changedBy,
  }),
  upcasters: {
    // Owners and the rules of a round are new; what is left out is how competitions were until then.
    1: (data) => data,
    // So are colours.
    2: (data) => data,
    // So are pictures.
    3: (data) => data,
  },
})

/** All charts of a round were chosen, in order. */
export const eventChartsChosen = eventType({
  type: 'EventChartsChosen',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, round, charts: roundCharts, by: changedBy }),
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
    by: changedBy,
  }),
})

export const eventPointsChanged = eventType({
  type: 'EventPointsChanged',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, points: pointsFormula, by: changedBy }),
})

/** Who organises a competition. Unchanged values are repeated. `owner`: null for the site. */
export const eventOrganisersChanged = eventType({
  type: 'EventOrganisersChanged',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    owner: playerId.nullable(),
    organisers: z.array(playerId).max(maxOrganisers),
    by: changedBy,
  }),
})

/**
 * What operators decide on a competition: whether it is hidden from all but its organisers and operators, and whether the
 * site shows that of a player like one of its own. Unchanged values are repeated. `pictureRemoved`: they took the picture off
 * its poster.
 */
export const eventListingChanged = eventType({
  type: 'EventListingChanged',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    hidden: z.boolean(),
    pinned: z.boolean(),
    pictureRemoved: z.literal(true).optional(),
    by: changedBy,
  }),
})

/** An organiser took a play out of a competition, or put it back (`out` false). Boards keep the play. */
export const eventPlayTakenOut = eventType({
  type: 'EventPlayTakenOut',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, playId: numericId, out: z.boolean(), by: changedBy }),
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
    by: changedBy,
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
  | EventOf<typeof eventOrganisersChanged>
  | EventOf<typeof eventListingChanged>
  | EventOf<typeof eventPlayTakenOut>
  | EventScoresRecorded
  | EventClosed
