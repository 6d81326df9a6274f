import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionChart } from '@stepledger/contracts/http/shapes/competition.ts'
import { type ChartParticipants, chartParticipants } from '@stepledger/projections/standings/chart-places.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { participantsOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { isoOf } from '../iso-of.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { describePointsSystem, roundTimes, summaryOf } from './shown-competition.ts'

interface CompetitionFound {
  readonly row: CompetitionRow
  readonly charts: ReadonlyMap<string, CompetitionChart>
  readonly played: readonly ChartParticipants[]
  /** By round, the whole event first. */
  readonly participants: readonly number[]
}

/** A competition by slug; null for one that was not announced. */
export const competitionPage: Page<string, CompetitionFound, CompetitionPage> = {
  async find({ generation }, slug) {
    const row = await competitionBySlug(generation, slug)
    if (!row) return null
    const { rounds } = row.state.document
    const participants: number[] = []
    // Participants are the same on all boards.
    for (let round = overall; round <= rounds.length; round++)
      participants.push(await participantsOf(generation, { slug, round, board: 0 }))
    return {
      row,
      charts: await competitionChartsOf(
        generation,
        rounds.flatMap(({ charts }) => charts),
      ),
      played: await chartParticipants(generation, slug),
      participants,
    }
  },

  show({ row: { state, generated_at }, charts, played, participants }) {
    const now = Date.now()
    const { document, closed } = state
    const playersOn = (round: number, chart: string) =>
      played.find((of) => of.round === round && of.chart === chart)?.players ?? 0
    return {
      answer: {
        ...summaryOf(state, now),
        announcement: document.announcement,
        announcementDownloadUrl: document.downloadUrl,
        failedPlaysCount: document.failedPlaysCount,
        graceSeconds: document.grace,
        pointsSystem: describePointsSystem(document.points),
        shown: document.shown,
        boards: document.boards,
        participants: participants[overall] ?? 0,
        rounds: document.rounds.map((round, i) => ({
          ...roundTimes(round, now),
          participants: participants[i + 1] ?? 0,
          charts: round.charts.flatMap((hash) => {
            const chart = charts.get(hash)
            return chart ? [{ ...chart, participants: playersOn(i + 1, hash) }] : []
          }),
        })),
        generatedAt: generated_at === null ? null : isoOf(generated_at),
        closed: closed && {
          at: isoOf(closed.at),
          position: closed.checkpoint,
          scores: closed.scores,
          digest: closed.digest,
        },
      },
      tags: [...charts.keys()].map(tag.title),
    }
  },
}
