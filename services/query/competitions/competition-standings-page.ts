import { type CompetitionStandings, standingsPageSize } from '@stepledger/contracts/http/competitions.ts'
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
import { competitionBySlug } from '@stepledger/projections/standings/reads.ts'
import type { CompetitionRow } from '@stepledger/projections/standings/tables.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { requestedBoard } from './shown-competition.ts'

export interface StandingsQuestion {
  readonly slug: string
  /** 0 for the whole competition. */
  readonly round: number
  /** Name of the board. */
  readonly leaderboard?: string | undefined
  /** 1-based. */
  readonly page: number
}

interface StandingsFound extends StandingsQuestion {
  readonly row: CompetitionRow
  readonly board: number
  readonly total: number
  readonly totals: readonly RankedTotal[]
  /** Players whose totals include late scores. */
  readonly latePlayers: ReadonlySet<string>
}

/** A page of the standings of a competition or of one of its rounds, on one board; null for an unknown round. */
export const competitionStandingsPage: Page<StandingsQuestion, StandingsFound, CompetitionStandings> = {
  async find({ generation }, question) {
    const { slug, round } = question
    const row = await competitionBySlug(generation, slug)
    if (!row || round > row.state.document.rounds.length) return null
    const board = requestedBoard(row.state.document.boards, question.leaderboard)
    const key = { slug, round, board }
    const { from, limit } = fromPage({ page: question.page, limit: standingsPageSize })
    const totals = await rankedTotals(generation, key, { limit, offset: from })
    const lateScores = await scoresWithinGrace(
      generation,
      row.state.document,
      totals.map(({ player }) => player),
      Date.now(),
    )
    return {
      ...question,
      row,
      board,
      total: await participantsOf(generation, key),
      totals,
      latePlayers: new Set(
        lateScores
          .filter((late) => late.board === board && (round === overall || late.round === round))
          .map(({ player }) => player),
      ),
    }
  },

  async show(
    { slug, round, page, row: { state, generated_at }, board, total, totals, latePlayers },
    { players },
  ) {
    const ids = totals.map(({ player }) => player)
    const names = await players.lookUp(ids)
    return {
      answer: {
        slug,
        round,
        leaderboard: itemAt(state.document.boards, board),
        generatedAt: generated_at === null ? null : isoOf(generated_at),
        rankings: totals.map((one) => ({
          ...rankingOf(one, names),
          ...(latePlayers.has(one.player) && { late: true as const }),
        })),
        meta: pageMetaOf({ page, limit: standingsPageSize }, total),
      },
      tags: ids.map(tag.name),
    }
  },
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
