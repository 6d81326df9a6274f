import { countedCompetition } from '@stepledger/contracts/competition/competition.ts'
import {
  type CompetitionStandings,
  type getCompetitionStandings,
  type getStandingsFile,
  maxStandingsRows,
  standingsPageSize,
} from '@stepledger/contracts/http/competitions.ts'
import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import { overall } from '@stepledger/projections/standings/competition-standings.ts'
import { scoresWithinGrace } from '@stepledger/projections/standings/mark-late-scores.ts'
import {
  participantsOf,
  type RankedTotal,
  rankedTotals,
} from '@stepledger/projections/standings/ranked-totals.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { csvLine } from '../../platform/text/csv.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page, QuestionOf } from '../page.ts'
import { tag } from '../tags.ts'
import { requestedBoard, type Viewed, visibleCompetition } from './shown-competition.ts'

/** A page of the standings of a competition or of one of its rounds, on one board; null for an unknown round. */
export const competitionStandingsPage: Page<
  Viewed<QuestionOf<typeof getCompetitionStandings>>,
  CompetitionStandings
> = async ({ generation }, { slug, round, page, leaderboard, viewer }) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row || round > row.state.document.rounds.length) return null
  const { document } = row.state
  const board = requestedBoard(document.boards, leaderboard)
  const key = { slug, round, board }
  const { from, limit } = fromPage({ page, limit: standingsPageSize })
  const totals = await rankedTotals(generation, key, { limit, offset: from })
  const ids = totals.map(({ player }) => player)
  const lateScores = await scoresWithinGrace(generation, countedCompetition(row.state), ids, Date.now())
  const latePlayers = new Set(
    lateScores
      .filter((late) => late.board === board && (round === overall || late.round === round))
      .map(({ player }) => player),
  )
  const total = await participantsOf(generation, key)
  return async ({ players }) => {
    const names = await players.lookUp(ids)
    const meta = pageMetaOf({ page, limit: standingsPageSize }, total)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(document.boards, board),
        generatedAt: row.generated_at === null ? null : isoOf(row.generated_at),
        rankings: totals.map((one) => ({
          ...rankingOf(one, names),
          ...(latePlayers.has(one.player) && { late: true as const }),
        })),
        meta,
      },
      tags: ids.map(tag.name),
      uncached: isPastEnd(meta),
    }
  }
}

export function rankingOf(
  { player, rank, points, charts }: RankedTotal,
  names: ReadonlyMap<string, PublicPlayer>,
): CompetitionRanking {
  const { alias, profileImageUrl } = nameOf(player, names)
  return {
    rank,
    userId: player,
    userAlias: alias,
    userProfileImageUrl: profileImageUrl,
    totalPoints: points,
    chartsPlayed: charts,
  }
}

/** The standings on one board as CSV; null for an unknown competition or round. */
export const standingsFile: Page<Viewed<QuestionOf<typeof getStandingsFile>>, string> = async (
  { generation },
  { slug, round, leaderboard, viewer },
) => {
  const row = await visibleCompetition(generation, slug, viewer)
  if (!row || round > row.state.document.rounds.length) return null
  const board = requestedBoard(row.state.document.boards, leaderboard)
  const totals = await rankedTotals(generation, { slug, round, board }, { limit: maxStandingsRows })
  return async ({ players }) => {
    const names = await players.lookUp(totals.map(({ player }) => player))
    const lines = totals.map(({ rank, player, points, charts }) =>
      csvLine([rank, nameOf(player, names).alias, player, points, charts]),
    )
    return {
      answer: `rank,player,player_id,points,charts\r\n${lines.join('')}`,
      // Not of all players: as many tags as rows would be kept. A changed name is seen once the page has expired.
      tags: [],
    }
  }
}
