import { boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import { meterRange, type ProfilePage, type ProfileQuery } from '@stepledger/contracts/http/players.ts'
import { hasFeature } from '@stepledger/projections/generation-features.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { playCountOf } from '@stepledger/projections/players/reads.ts'
import type { RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { type PlayOnBoard, playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { differenceText } from '@stepledger/projections/scoring/percent-text.ts'
import { countryOf } from '../../platform/countries/countries.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { defaultCompetitionRank } from '../competitions/default-competition-rank.ts'
import { isoOf } from '../iso-of.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'
import { tagsOfList } from './list-tags.ts'

interface ProfileQuestion {
  readonly id: string
  readonly query: ProfileQuery
}

interface ProfileFound extends ProfileQuestion {
  readonly plays: RecentPlayOf[]
  /** Of the plays that count, on the board with this name. */
  readonly onBoard: { readonly leaderboard: string; readonly plays: ReadonlyMap<number, PlayOnBoard> }
  /** Number of plays that match the query. */
  readonly total: number
  readonly hasPlays: boolean
  /** The rank in the current competition, or else the last one. */
  readonly competitionRank: number | null
}

/** A player with a page of recent plays; null for an unknown player. The meter range is open at its limits ("17+"). */
export const playerPage: Page<ProfileQuestion, ProfileFound, ProfilePage> = {
  async find({ generation }, { id, query }) {
    const { search, includeUnknown, orderBy, orderDirection } = query
    const { plays, total } = await playsOfPlayer(
      generation,
      id,
      {
        search,
        includeUnknown,
        orderBy,
        orderDirection,
        board: boardFrom(query.leaderboard) ?? boardNames[0],
        minMeter: query.minMeter > meterRange.min ? query.minMeter : null,
        maxMeter: query.maxMeter < meterRange.max ? query.maxMeter : null,
      },
      fromPage(query),
    )
    const system = systemOfBoard(generation.rules, query.leaderboard)
    const ids = plays.map(({ playId }) => playId)
    const known = hasFeature(generation, 'records')
      ? await playsOnBoard(generation, { player: id, system: system.id }, ids)
      : new Map<number, PlayOnBoard>()
    return {
      id,
      query,
      plays,
      onBoard: { leaderboard: system.name, plays: known },
      total,
      hasPlays: (await playCountOf(generation, id)) > 0,
      competitionRank: await defaultCompetitionRank(generation, id, Date.now()),
    }
  },

  async show({ id, query, plays, onBoard, total, hasPlays, competitionRank }, { players: directory }) {
    const player = (await directory.lookUp([id])).get(id)
    if (!player) return null
    const recentPlays = (await withNames(directory, plays)).map((play) => {
      const meant = onBoard.plays.get(play.playId)
      if (!meant) return play
      const change = meant.change === null ? null : differenceText(meant.change)
      return { ...play, onBoard: { leaderboard: onBoard.leaderboard, rank: meant.rank, change } }
    })
    return {
      answer: {
        id,
        alias: player.alias,
        profileImageUrl: player.profileImageUrl,
        countryId: player.countryId,
        country: countryOf(player.countryId),
        createdAt: isoOf(player.createdAt),
        updatedAt: isoOf(player.updatedAt),
        blueShift: competitionRank,
        userHasSubmittedScore: hasPlays,
        recentPlays,
        recentPlaysMeta: pageMetaOf(query, total),
      },
      tags: [
        tag.name(id),
        ...(competitionRank === null ? [] : [tag.events]),
        ...tagsOfList(recentPlays),
        // Others may take the places of these plays.
        ...plays.map(({ chart }) => tag.chart(chart.hash)),
      ],
    }
  },
}
