import { createHash } from 'node:crypto'
import { type BoardName, boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { maxMoments, type SessionPage, type SessionPlay } from '@stepledger/contracts/http/play-sessions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { Picture, PictureVariant } from '@stepledger/contracts/packs/picture.ts'
import { unpackOffsets, unpackTimes } from '@stepledger/contracts/play/pack-rows.ts'
import type { TimeZoneOf } from '@stepledger/contracts/players/player-directory.ts'
import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { boardVersion } from '@stepledger/projections/boards/reads.ts'
import { chartCountOfPack, packRowById } from '@stepledger/projections/catalogue/list-packs.ts'
import { chartByHash, chartSummaryOf, shownChart } from '@stepledger/projections/catalogue/reads.ts'
import type { ChartRow } from '@stepledger/projections/catalogue/tables.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { participantsOf, rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { visibleCompetition } from '../competitions/shown-competition.ts'
import type { QueryDeps } from '../deps.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { namedStandingsOf, readablePlay, submittedEventIfAvailable } from '../pages/play-pages.ts'
import { scoresOf } from '../play-scores.ts'
import { sessionPage } from '../play-sessions/session-page.ts'
import type { ReadPage } from '../read-page.ts'
import { tag } from '../tags.ts'
import {
  type Card,
  type ChartCard,
  type CompetitionCard,
  card,
  type PackCard,
  type PlayCard,
  type PlayerCard,
  type SessionCard,
  type Subject,
} from './card.ts'

/** Version of the drawing code. Increment it when pictures of the same card look different. */
const drawingVersion = 8

/** A card with a version, which changes with its content. */
export interface ReadCard {
  readonly card: Card
  /** 12 hex digits. */
  readonly version: string
  /** The board in the link, if the card has it; otherwise null. */
  readonly board: BoardName | null
}

export type CardReader = (request: FastifyRequest, subject: Subject) => Promise<ReadCard>

type CardDeps = Pick<QueryDeps, 'timeZoneOf' | 'positionOfPlay'>

/** Reads cards through the page cache. Throws 404. */
export function cardReader(readPage: ReadPage, deps: CardDeps): CardReader {
  const cards = cardsOf(deps)
  return async (request, subject) => {
    const { body } = await readSubject(cards, readPage, request, subject)
    const read = card.parse(JSON.parse(body.bytes.toString()))
    const board = requestedBoard(request, read)
    const version = createHash('sha256')
      .update(`${drawingVersion} ${board ?? ''} `)
      .update(body.bytes)
      .digest('hex')
      .slice(0, 12)
    return { card: board && read.kind === 'play' ? { ...read, board } : read, version, board }
  }
}

/** The board in the link (`lb`). Only cards of plays depend on it. */
function requestedBoard({ query }: FastifyRequest, read: Card): BoardName | null {
  const lb = z.object({ lb: z.string().max(20) }).safeParse(query)
  if (!lb.success || read.kind !== 'play') return null
  const board = boardFrom(lb.data.lb)
  return read.scores.some(({ leaderboard }) => leaderboard === board) ? board : null
}

const cardsOf = ({ timeZoneOf, positionOfPlay }: CardDeps) => ({
  play: {
    name: 'play card',
    page: playCard,
    about: tag.play,
    missing: 'Play not found',
    positionOf: positionOfPlay,
  },
  chart: { name: 'chart card', page: chartCard, about: tag.chart, missing: 'Chart not found' },
  player: { name: 'player card', page: playerCard, about: tag.player, missing: 'User not found' },
  pack: { name: 'pack card', page: packCard, about: tag.pack, missing: 'Pack not found' },
  event: { name: 'event card', page: competitionCard, about: tag.event, missing: 'Event not found' },
  session: {
    name: 'session card',
    page: sessionCard(timeZoneOf),
    about: tag.play,
    missing: 'Session not found',
    positionOf: positionOfPlay,
  },
})

function readSubject(
  cards: ReturnType<typeof cardsOf>,
  readPage: ReadPage,
  request: FastifyRequest,
  subject: Subject,
) {
  // The same call, for each of the two types of ids.
  switch (subject.kind) {
    case 'play':
    case 'session':
    case 'pack':
      return readPage(request, cards[subject.kind], subject.id)
    default:
      return readPage(request, cards[subject.kind], subject.id)
  }
}

const leadersShown = 3

/** The card of a competition with the leaders of its first board, by slug; null for one that was not announced. */
const competitionCard: Page<string, CompetitionCard> = async ({ generation }, slug) => {
  const row = await visibleCompetition(generation, slug)
  if (!row) return null
  const key = { slug, round: overall, board: 0 }
  const participants = await participantsOf(generation, key)
  const leaders = await rankedTotals(generation, key, { limit: leadersShown })
  return async ({ players }) => {
    const { document, closed } = row.state
    const { start, end } = timesOf(document)
    const names = await players.lookUp(leaders.map(({ player }) => player))
    return {
      answer: {
        kind: 'event',
        slug,
        name: document.name,
        colour: document.colour,
        picture: document.picture ?? null,
        start: isoOf(start),
        end: isoOf(end),
        rounds: document.rounds.length,
        final: closed !== null,
        players: participants,
        leaders: leaders.map(({ player, rank, points }) => ({
          rank,
          points,
          player: { id: player, alias: nameOf(player, names).alias },
        })),
      },
      tags: leaders.map(({ player }) => tag.name(player)),
    }
  }
}

/** The card of a pack with its song and chart counts, by id; null for a pack that is not listed. */
const packCard: Page<number, PackCard> = async ({ generation }, id) => {
  const pack = await packRowById(generation, id)
  if (!pack) return null
  const { name, banner, songs } = pack
  const charts = await chartCountOfPack(generation, id)
  return () => ({
    answer: { kind: 'pack', pack: { id, name, banner: cardBanner(banner) }, songs, charts },
    tags: [],
  })
}

/** The card of a play, without its steps, by id; null for an unknown or withdrawn play. */
const playCard: Page<number, PlayCard> = async ({ generation }, id) => {
  const row = await readablePlay(generation, id)
  const chart = row && (await chartByHash(generation, row.chart))
  if (!chart) return null
  const standings = await namedStandingsOf(generation, { chart: row.chart, player: row.player, playId: id })
  return async ({ ledger, players }) => {
    const { alias } = nameOf(row.player, await players.lookUp([row.player]))
    const event = await submittedEventIfAvailable(ledger, row)
    const [reason] = row.reasons
    const scores = scoresOf(row, generation)
    return {
      answer: {
        kind: 'play',
        id,
        player: { id: row.player, alias },
        chart: chartOfCard(chart),
        board: scores[0]?.leaderboard ?? '',
        scores: scores.map(({ leaderboard, data: { score, grade, judgmentsOrdered } }) => {
          const standing = standings.find((each) => each.leaderboard === leaderboard)
          return {
            leaderboard,
            data: { score, grade },
            rank: standing?.best === score ? standing.rank : null,
            judgments: judgmentsOrdered,
          }
        }),
        timing: event === null || event === 'unavailable' ? [] : timingOf(event.data.rows),
        onNoBoard: row.eligible || !reason ? null : reasonText(reason, generation.rules),
        playedAt: isoOf(row.played_at),
      },
      tags: [tag.play(id), tag.name(row.player), tag.chart(row.chart), tag.title(row.chart)],
      uncached: event === 'unavailable',
    }
  }
}

const stepsShown = 400

/** Evenly chosen steps. */
function timingOf(rows: PlaySubmitted['data']['rows']): PlayCard['timing'] {
  const times = unpackTimes(rows)
  const offsets = unpackOffsets(rows)
  const every = Math.ceil(offsets.length / stepsShown)
  return Array.from({ length: Math.floor(offsets.length / every) }, (_, i) => {
    const offset = itemAt(offsets, i * every)
    return [itemAt(times, i * every), Number.isNaN(offset) ? null : Math.round(offset * 10_000) / 10]
  })
}

/** The card of a chart with the leaders of its boards, by hash; null for a chart that is not listed. */
const chartCard: Page<string, ChartCard> = async ({ generation }, hash) => {
  const chart = await shownChart(generation, hash)
  if (!chart) return null
  const { systems } = generation.rules
  const board = { chart: hash, systems: systems.map(({ id }) => id) }
  const first = await boardEntries(generation, board, 0, 1)
  const leaders = systems.flatMap(
    ({ id, name }) => first.get(id)?.map((entry) => ({ leaderboard: name, entry })) ?? [],
  )
  const players = (await boardVersion(generation, hash))?.players ?? 0
  return async ({ players: directory }) => {
    const ids = [...new Set(leaders.map(({ entry }) => entry.player))]
    const names = await directory.lookUp(ids)
    return {
      answer: {
        kind: 'chart',
        chart: chartOfCard(chart),
        plays: chart.plays,
        players,
        leaders: leaders.map(({ leaderboard, entry }) => ({
          leaderboard,
          data: { score: percentText(entry.hundredths), grade: entry.grade },
          alias: nameOf(entry.player, names).alias,
        })),
      },
      tags: ids.map(tag.name),
    }
  }
}

function chartOfCard({ banner, ...row }: ChartRow): ChartCard['chart'] {
  const { hash, artist, difficulty, meter, title } = chartSummaryOf({ ...row, banner })
  return { hash, title: titleOrUnknown(title), artist, difficulty, meter, banner: cardBanner(banner) }
}

/** The banner variant used for a card's picture: the largest, preferably WebP. Null without a banner. */
function cardBanner(banner: Picture | null): PictureVariant | null {
  const variants = banner?.original ?? []
  return variants.find(({ format }) => format === 'webp') ?? variants[0] ?? null
}

const lastShown = 3

const everything = {
  search: '',
  minMeter: null,
  maxMeter: null,
  includeUnknown: true,
  orderBy: 'date',
  board: boardNames[0],
  orderDirection: 'desc',
} as const

/** The card of a player with the latest plays, by id; null for an unknown player. */
const playerCard: Page<string, PlayerCard> = async ({ generation }, id) => {
  const { plays, total } = await playsOfPlayer(generation, id, everything, { from: 0, limit: lastShown })
  return async ({ players }) => {
    const player = (await players.lookUp([id])).get(id)
    if (!player) return null
    return {
      answer: {
        kind: 'player',
        player: { id, alias: player.alias },
        plays: total,
        last: plays.flatMap(({ chart: { title }, leaderboards: [first] }) =>
          first ? [{ title: titleOrUnknown(title), ...first }] : [],
        ),
      },
      tags: [tag.name(id), ...plays.map(({ chart }) => tag.title(chart.hash))],
    }
  }
}

/** The card of the session of which a play is part, on the strictest board; null for an unknown play. */
function sessionCard(timeZoneOf: TimeZoneOf): Page<number, SessionCard> {
  const page = sessionPage(timeZoneOf)
  return async (snapshot, id) => {
    const show = await page(snapshot, { id, leaderboard: boardNames[0] })
    if (!show) return null
    return async (sources) => {
      const shown = await show(sources)
      return shown && { answer: cardOf(id, shown.answer), tags: shown.tags }
    }
  }
}

function cardOf(id: number, session: SessionPage): SessionCard {
  const { user, day, plays, seconds, steps, bests, data } = session
  return {
    kind: 'session',
    id,
    player: { id: user.id, alias: user.alias },
    day,
    plays,
    seconds,
    steps,
    bests,
    shown: shownPlays(session).flatMap((play) => {
      const score = play.leaderboards[0]
      return score ? [{ ...score, title: titleOrUnknown(play.chart.title), meaning: meaningOf(play) }] : []
    }),
    errors: data
      .toReversed()
      .flatMap(({ createdAt, meanAbsolute, passed, onBoard }) =>
        meanAbsolute === null || passed === false
          ? []
          : [{ at: Date.parse(createdAt), ms: meanAbsolute, best: Number(onBoard?.change ?? 0) > 0 }],
      ),
  }
}

/** The best moments, then the best scores among the other charts. */
function shownPlays({ data, moments }: SessionPage): SessionPlay[] {
  const byId = new Map(data.map((play) => [play.playId, play]))
  const best = moments.flatMap((id) => byId.get(id) ?? [])
  const scoreOf = ({ leaderboards: [first] }: SessionPlay) => Number(first?.data.score ?? 0)
  const charts = new Set(best.map(({ chart }) => chart.hash))
  const others = data
    .filter(({ onBoard }) => onBoard !== null)
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .filter(({ chart }) => !charts.has(chart.hash) && charts.add(chart.hash))
  return [...best, ...others].slice(0, maxMoments)
}

function meaningOf({ onBoard, chart: { meter } }: SessionPlay): string {
  if (onBoard?.rank === 1) return 'First place'
  if (Number(onBoard?.change ?? 0) > 0) return `Best, ${onBoard?.change}`
  if (onBoard?.change === null) return 'First score here'
  return meter === null ? '' : `Meter ${meter}`
}
