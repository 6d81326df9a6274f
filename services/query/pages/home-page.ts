import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { lastPlays, type RecentPlayOf } from '@stepledger/projections/plays/reads.ts'
import { findHomeEvent, type HomeEventFound, homeEventShown } from '../events/event-of-home.ts'
import { withNames } from '../names.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { tagsOfList } from './list-tags.ts'

const recentPlaysShown = 10

interface HomeFound {
  readonly plays: readonly RecentPlayOf[]
  readonly event: HomeEventFound | null
}

/** The ten plays played last, and the event of now, else the last one. */
export const homePage: Page<null, HomeFound, HomePage> = {
  async find({ generation }) {
    return {
      plays: await lastPlays(generation, {}, recentPlaysShown),
      event: await findHomeEvent(generation, Date.now()),
    }
  },

  async show({ plays, event }, { players }) {
    const recentPlays = await withNames(players, plays)
    const ranked = [...new Set((event?.tops ?? []).flatMap((top) => top.map(({ player }) => player)))]
    return {
      answer: { recentPlays, ...homeEventShown(event, await players.lookUp(ranked), Date.now()) },
      tags: [
        ...tagsOfList(recentPlays),
        tag.events,
        ...ranked.map(tag.name),
        ...(event?.charts ?? []).map(({ hash }) => tag.title(hash)),
      ],
    }
  },
}
