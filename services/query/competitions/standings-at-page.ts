import type { getStandingsAtDay, StandingsAtDay } from '@stepledger/contracts/http/boards.ts'
import { standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { endOfDay } from '@stepledger/projections/records/board-history.ts'
import { stateAt } from '@stepledger/projections/standings/past-states.ts'
import type { CompetitionBoardKey } from '@stepledger/projections/standings/ranked-totals.ts'
import { standingsAt, UnavailableStandingsError } from '@stepledger/projections/standings/standings-at.ts'
import { filteredStandings } from '@stepledger/projections/standings/standings-of-country-or-rivals.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { rankingOf } from './competition-standings-page.ts'
import { requestedBoard, visibleCompetition } from './shown-competition.ts'

/** A page of the standings of a competition as they were at the end of a day; null for an unknown round. */
export const standingsAtPage: Page<QuestionOf<typeof getStandingsAtDay>, StandingsAtDay> = async (
  { generation },
  { slug, round, page, day, leaderboard: requested },
) => {
  const row = await visibleCompetition(generation, slug)
  if (!row) return null
  const until = endOfDay(day)
  const then = await stateAt(generation, slug, until)
  const rounds = Math.max(row.state.document.rounds.length, then?.document.rounds.length ?? 0)
  if (round > rounds) return null
  const { boards, rounds: roundsThen } = (then ?? row.state).document
  const board = requestedBoard(boards, requested)
  const { total, totals } = then
    ? await orUnavailable(
        standingsAt(
          generation,
          { then, now: row.state, until },
          { round, board },
          fromPage({ page, limit: standingsPageSize }),
        ),
      )
    : { total: 0, totals: [] }
  const leaderboard = itemAt(boards, board)
  const ids = totals.map(({ player }) => player)
  const boardNow = row.state.document.boards.indexOf(leaderboard)
  const now = await ranksNow(generation, { slug, round, board: boardNow }, ids)
  return async ({ players }) => {
    const names = await players.lookUp(ids)
    const meta = pageMetaOf({ page, limit: standingsPageSize }, total)
    return {
      answer: {
        slug,
        day,
        round,
        leaderboard,
        rankings: totals.map(({ late, ...one }) => ({
          ...rankingOf(one, names),
          ...(late && { late: true as const }),
          rankNow: now.get(one.player) ?? null,
        })),
        meta,
      },
      // A play that is withdrawn changes the past, even where it does not change the standings of now.
      tags: [...roundsThen.flatMap(({ charts }) => charts).map(tag.chart), ...ids.map(tag.name)],
      uncached: isPastEnd(meta),
    }
  }
}

async function ranksNow(
  generation: GenerationDb,
  key: CompetitionBoardKey,
  players: readonly string[],
): Promise<Map<string, number>> {
  if (players.length === 0) return new Map()
  const now = await filteredStandings(generation, key, { players }, { from: 0, limit: players.length })
  return new Map(now.totals.map(({ player, rankOfAll }) => [player, rankOfAll]))
}

/** Throws HttpError 422 for standings that are not available. */
async function orUnavailable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof UnavailableStandingsError)) throw error
    throw new HttpError(422, error.message)
  }
}
