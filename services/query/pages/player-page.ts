import { meterRange, type ProfilePage, type ProfileQuery } from '@stepledger/contracts/http/players.ts'
import { playsOfPlayer } from '@stepledger/projections/players/plays-of-player.ts'
import { playCountOf } from '@stepledger/projections/players/reads.ts'
import { playsOnBoard } from '@stepledger/projections/records/plays-on-board.ts'
import { differenceText } from '@stepledger/projections/scoring/percent-text.ts'
import { countryOf } from '../../platform/countries/countries.ts'
import { fromPage, isPastEnd, pageMetaOf } from '../../platform/http/paging.ts'
import { defaultCompetitionRank } from '../competitions/shown-competition.ts'
import { isoOf } from '../iso-of.ts'
import { tagsOfList, withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'
import { tag } from '../tags.ts'

/** A player with a page of recent plays; null for an unknown player. The meter range is open at its limits ("17+"). */
export const playerPage: Page<ProfileQuery & { readonly id: string }, ProfilePage> = async (
  { generation },
  { id, ...query },
) => {
  const { search, includeUnknown, orderBy, orderDirection, minMeter, maxMeter } = query
  const { plays, total } = await playsOfPlayer(
    generation,
    id,
    {
      search,
      includeUnknown,
      orderBy,
      orderDirection,
      minMeter: minMeter > meterRange.min ? minMeter : null,
      maxMeter: maxMeter < meterRange.max ? maxMeter : null,
    },
    fromPage(query),
  )
  const system = systemOfBoard(generation.rules, query.leaderboard)
  const ids = plays.map(({ playId }) => playId)
  /** Of the plays that count. */
  const onBoard = await playsOnBoard(generation, { player: id, system: system.id }, ids)
  const recentPlaysMeta = pageMetaOf(query, total)
  const hasPlays = (await playCountOf(generation, id)) > 0
  const competitionRank = await defaultCompetitionRank(generation, id, Date.now())
  return async ({ players: directory }) => {
    const player = (await directory.lookUp([id])).get(id)
    if (!player) return null
    const recentPlays = (await withNames(directory, plays)).map((play) => {
      const meant = onBoard.get(play.playId)
      if (!meant) return play
      const change = meant.change === null ? null : differenceText(meant.change)
      return { ...play, onBoard: { leaderboard: system.name, rank: meant.rank, change } }
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
        recentPlaysMeta,
      },
      tags: [
        tag.name(id),
        ...(competitionRank === null ? [] : [tag.events]),
        ...tagsOfList(recentPlays),
        // Others may take the places of these plays.
        ...plays.map(({ chart }) => tag.chart(chart.hash)),
      ],
      uncached: isPastEnd(recentPlaysMeta),
    }
  }
}
