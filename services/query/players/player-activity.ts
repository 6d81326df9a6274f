import type { PlayerActivity } from '@stepledger/contracts/http/player-home.ts'
import { playsBetween, type TotalsOfPlayer, totalsOfPlayer } from '@stepledger/projections/activity/reads.ts'
import { expectFeature } from '../expect-feature.ts'
import { isoOf } from '../iso-of.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { yearUntil } from './year-of-days.ts'

interface Question {
  readonly id: string
  /** Today in the player's time zone. */
  readonly today: { readonly zone: string; readonly date: string }
}

interface Found {
  readonly id: string
  readonly totals: TotalsOfPlayer
  readonly year: PlayerActivity['year']
}

/** What a player has played, and the days of a year; null for an unknown player. */
export const playerActivityPage: Page<Question, Found, PlayerActivity> = {
  async find({ generation }, { id, today }) {
    expectFeature(generation, 'records')
    const { from, times } = yearUntil(today)
    const plays = await playsBetween(generation, id, times)
    return { id, totals: await totalsOfPlayer(generation, id), year: { from, plays } }
  },

  async show({ id, totals: { lastPlayedAt, ...totals }, year }, { players }) {
    if (!(await players.lookUp([id])).has(id)) return null
    const last = lastPlayedAt === null ? null : isoOf(lastPlayedAt)
    return { answer: { totals: { ...totals, lastPlayedAt: last }, year }, tags: [tag.name(id)] }
  },
}
