import type { PlayerActivity } from '@stepledger/contracts/http/player-home.ts'
import { playsBetween, totalsOfPlayer } from '@stepledger/projections/activity/reads.ts'
import { isoOf } from '../iso-of.ts'
import type { Page } from '../page.ts'
import { tag } from '../tags.ts'
import { yearUntil } from './year-of-days.ts'

interface Question {
  readonly id: string
  /** Today in the player's time zone. */
  readonly today: { readonly zone: string; readonly date: string }
}

/** What a player has played, and the days of a year; null for an unknown player. */
export const playerActivityPage: Page<Question, PlayerActivity> = async ({ generation }, { id, today }) => {
  const { from, times } = yearUntil(today)
  const plays = await playsBetween(generation, id, times)
  const { lastPlayedAt: last, ...totals } = await totalsOfPlayer(generation, id)
  const lastPlayedAt = last === null ? null : isoOf(last)
  return async ({ players }) => {
    if (!(await players.lookUp([id])).has(id)) return null
    return { answer: { totals: { ...totals, lastPlayedAt }, year: { from, plays } }, tags: [tag.name(id)] }
  }
}
