import type { CompetitionPage, getCompetition } from '@stepledger/contracts/http/competitions.ts'
import { chartParticipants } from '@stepledger/projections/standings/chart-places.ts'
import { competitionChartsOf } from '@stepledger/projections/standings/competition-charts.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { participantsOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import { isoOf } from '../iso-of.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { describePointsSystem, roundTimes, summaryOf } from './shown-competition.ts'

/** A competition by slug; null for one that was not announced. */
export const competitionPage: Page<QuestionOf<typeof getCompetition>, CompetitionPage> = async (
  { generation },
  { slug },
) => {
  const row = await competitionBySlug(generation, slug)
  if (!row) return null
  const { state, generated_at } = row
  const { document, closed } = state
  const { rounds } = document
  /** By round, the whole event first. */
  const participants: number[] = []
  // Participants are the same on all boards.
  for (let round = overall; round <= rounds.length; round++)
    participants.push(await participantsOf(generation, { slug, round, board: 0 }))
  const charts = await competitionChartsOf(
    generation,
    rounds.flatMap((round) => round.charts),
  )
  const played = await chartParticipants(generation, slug)
  const playersOn = (round: number, chart: string) =>
    played.find((of) => of.round === round && of.chart === chart)?.players ?? 0
  return () => {
    const now = Date.now()
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
        rounds: rounds.map((round, i) => ({
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
  }
}
