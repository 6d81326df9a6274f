import { boardFrom, boardNames } from '@stepledger/contracts/board-name.ts'
import { meterRange, type ProfilePage, type ProfileQuery } from '@stepledger/contracts/http/players.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { playCountOf } from '@stepledger/projections/players/reads.ts'
import type { RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { countryOf } from '../../platform/countries/countries.ts'
import { fromPage, pageMetaOf } from '../../platform/http/paging.ts'
import { defaultCompetitionRank } from '../competitions/rank-of-now.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { tagsOfList } from './list-tags.ts'

interface ProfileQuestion {
  readonly id: string
  readonly query: ProfileQuery
}

interface ProfileFound extends ProfileQuestion {
  readonly plays: RecentPlayOf[]
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
    return {
      id,
      query,
      plays,
      total,
      hasPlays: (await playCountOf(generation, id)) > 0,
      competitionRank: await defaultCompetitionRank(generation, id, Date.now()),
    }
  },

  async show({ id, query, plays, total, hasPlays, competitionRank }, { players: directory }) {
    const player = (await directory.lookUp([id])).get(id)
    if (!player) return null
    const recentPlays = await withNames(directory, plays)
    return {
      answer: {
        id,
        alias: player.alias,
        profileImageUrl: player.profileImageUrl,
        countryId: player.countryId,
        country: countryOf(player.countryId),
        createdAt: new Date(player.createdAt).toISOString(),
        updatedAt: new Date(player.updatedAt).toISOString(),
        blueShift: competitionRank,
        userHasSubmittedScore: hasPlays,
        recentPlays,
        recentPlaysMeta: pageMetaOf(query, total),
      },
      tags: [tag.name(id), ...(competitionRank === null ? [] : [tag.events]), ...tagsOfList(recentPlays)],
    }
  },
}
