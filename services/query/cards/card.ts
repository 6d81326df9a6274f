import { competitionSlug, posterPicture } from '@stepledger/contracts/competition/competition-document.ts'
import { posterColour } from '@stepledger/contracts/competition/poster.ts'
import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { sessionDay } from '@stepledger/contracts/http/play-sessions.ts'
import { boardName, scoreOnBoard } from '@stepledger/contracts/http/shapes/score.ts'
import { isoTime } from '@stepledger/contracts/http/shapes/time.ts'
import { chartHash, numericId, numericIdText, playerId } from '@stepledger/contracts/ids.ts'
import { pictureVariant } from '@stepledger/contracts/packs/picture.ts'
import { z } from 'zod'

/** The banner of a processed pack; null without one. */
const banner = pictureVariant.nullable()
const player = z.object({ id: playerId, alias: z.string() })
const chart = z.object({
  hash: chartHash,
  title: z.string(),
  artist: z.string(),
  difficulty: difficulty.nullable(),
  meter: z.number().nullable(),
  banner,
})

/**
 * Data of a play's link preview. `scores`: one for each board, strictest first; `rank`: the place that the play holds.
 * `timing`: up to 400 steps as seconds and ms, null for a miss; empty while the ledger can't be read.
 */
const playCard = z.object({
  kind: z.literal('play'),
  id: numericId,
  player,
  chart,
  scores: z
    .array(
      scoreOnBoard.extend({
        rank: z.int().nullable(),
        judgments: z.array(z.object({ name: z.string(), value: z.int() })),
      }),
    )
    .min(1),
  timing: z.array(z.tuple([z.number(), z.number().nullable()])),
  /** The board whose score is shown first: the one in the link (`lb`), else the strictest. */
  board: boardName,
  /** The reason why the play is on no board; null when it is on one. */
  onNoBoard: z.string().nullable(),
  playedAt: isoTime,
})
export type PlayCard = z.infer<typeof playCard>

/** `leaders`: the best of each board; empty without counting plays. */
const chartCard = z.object({
  kind: z.literal('chart'),
  chart,
  plays: z.int(),
  players: z.int(),
  leaders: z.array(z.object({ ...scoreOnBoard.shape, alias: z.string() })),
})
export type ChartCard = z.infer<typeof chartCard>

/** `last`: the latest plays, with the score of the strictest board. */
const playerCard = z.object({
  kind: z.literal('player'),
  player,
  plays: z.int(),
  last: z.array(z.object({ ...scoreOnBoard.shape, title: z.string() })),
})
export type PlayerCard = z.infer<typeof playerCard>

/** `songs`, `charts`: their numbers. */
const packCard = z.object({
  kind: z.literal('pack'),
  pack: z.object({ id: numericId, name: z.string(), banner }),
  songs: z.int(),
  charts: z.int(),
})
export type PackCard = z.infer<typeof packCard>

/** `picture`: of its poster. `leaders`: the top players of the whole competition on its first board. */
const competitionCard = z.object({
  kind: z.literal('event'),
  slug: competitionSlug,
  name: z.string(),
  colour: posterColour,
  picture: posterPicture.nullable(),
  start: isoTime,
  end: isoTime,
  rounds: z.int(),
  final: z.boolean(),
  players: z.int(),
  leaders: z.array(z.object({ rank: z.int(), points: z.int(), player })),
})
export type CompetitionCard = z.infer<typeof competitionCard>

/**
 * Data of the picture of a session. `id`: of a play of it. `shown`: the best plays, with what each of them meant. `errors`:
 * the mean absolute offsets of the passed plays, ms, in order of time, ms since 1970.
 */
const sessionCard = z.object({
  kind: z.literal('session'),
  id: numericId,
  player,
  day: sessionDay,
  plays: z.int(),
  seconds: z.int(),
  steps: z.int(),
  bests: z.int(),
  shown: z.array(z.object({ ...scoreOnBoard.shape, title: z.string(), meaning: z.string() })),
  errors: z.array(z.object({ at: z.int(), ms: z.number(), best: z.boolean() })),
})
export type SessionCard = z.infer<typeof sessionCard>

/** Data of a link preview. */
export const card = z.discriminatedUnion('kind', [
  playCard,
  chartCard,
  playerCard,
  packCard,
  competitionCard,
  sessionCard,
])
export type Card = z.infer<typeof card>

/** The entity that a page with a card shows. */
export type Subject =
  | { readonly kind: 'play' | 'session' | 'pack'; readonly id: number }
  | { readonly kind: 'chart' | 'player' | 'event'; readonly id: string }

/** The first segment of the page's path, by kind. */
const segments = {
  play: 'play',
  chart: 'chart',
  player: 'user',
  pack: 'pack',
  event: 'event',
  session: 'session',
} as const satisfies Record<Subject['kind'], string>

export const subjectKinds = Object.keys(segments).filter((kind): kind is Subject['kind'] => kind in segments)

/** The subject of a page, `/play/{id}`; null when the id is malformed, undefined for any other path. */
export function subjectAt(path: string): Subject | null | undefined {
  const [, page, name = ''] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  const kind = subjectKinds.find((known) => segments[known] === page)
  return kind && subjectOf(kind, name)
}

const textIds = { chart: chartHash, player: playerId, event: competitionSlug }

/** A subject by its kind and the id in the path; null for a malformed id. */
export function subjectOf(kind: Subject['kind'], name: string): Subject | null {
  if (kind === 'play' || kind === 'session' || kind === 'pack') {
    const id = numericIdText.safeParse(name)
    return id.success ? { kind, id: id.data } : null
  }
  const id = textIds[kind].safeParse(name)
  return id.success ? { kind, id: id.data } : null
}

export function pagePath({ kind, id }: Subject): string {
  return `/${segments[kind]}/${id}`
}
