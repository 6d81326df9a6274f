import { type HomePage, homeRecentPlays } from '@stepledger/contracts/http/home.ts'
import { lastPlays, mostPlayedLately } from '@stepledger/projections/catalogue/recent-plays.ts'
import { findHomeCompetition, homeCompetitionFields } from '../competitions/competition-of-home.ts'
import { isAnnounced, organisersOf, tagsOfOrganisers } from '../competitions/shown-competition.ts'
import { tagsOfList, withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'

const mostPlayedShown = 5

/** The latest plays, and the current competition or else the last one. */
export const homePage: Page<unknown, HomePage> = async ({ generation }) => {
  const now = Date.now()
  const competition = await findHomeCompetition(generation, now)
  const announced = competition !== null && isAnnounced(competition.row.state, now)
  const plays = await lastPlays(generation, {}, homeRecentPlays)
  const mostPlayed = announced ? [] : await mostPlayedLately(generation, mostPlayedShown)
  return async ({ players }) => {
    const recentPlays = await withNames(players, plays)
    const states = competition ? [competition.row.state] : []
    const ranked = [...new Set((competition?.tops ?? []).flatMap((top) => top.map(({ player }) => player)))]
    return {
      answer: {
        recentPlays,
        mostPlayed,
        ...homeCompetitionFields(
          competition,
          await players.lookUp([...ranked, ...states.flatMap(organisersOf)]),
          Date.now(),
        ),
      },
      tags: [
        ...tagsOfList(recentPlays),
        tag.events,
        ...ranked.map(tag.name),
        ...tagsOfOrganisers(states),
        ...mostPlayed.map(({ hash }) => tag.title(hash)),
        ...(competition?.charts ?? []).map(({ hash }) => tag.title(hash)),
      ],
    }
  }
}
