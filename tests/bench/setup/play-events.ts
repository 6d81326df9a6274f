import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import { type GeneratedChart, generatedChart } from '../../generators/chart.ts'
import { eventOfBody } from '../../generators/event-of-body.ts'
import { playBody } from '../../generators/play-body.ts'
import { seeded } from '../../generators/random.ts'
import { usualRows } from './play-texts.ts'

/** Receive time of the first generated play, ms since 1970; each next one is a second later. */
const firstAt = Date.parse('2025-01-01T00:00:00Z')

export interface PlayOf {
  readonly playId: number
  readonly player: string
  readonly chart: GeneratedChart
  /** From 0 to 1. */
  readonly skill: number
}

/** The event of a generated play. The play id makes its content unique. */
export function playEvent({ playId, player, chart, skill }: PlayOf): NewEvent {
  const body = playBody({ seed: playId, chart, skill })
  return eventOfBody({ body, playId, player, sealingKey, at: firstAt + playId * 1000 })
}

/** A fixed key: nothing here is secret. */
const sealingKey = Buffer.alloc(32, 1)

export function usualCharts(rows = usualRows): GeneratedChart[] {
  return Array.from({ length: 40 }, (_, i) => generatedChart({ seed: 7000 + i, rows }))
}

/**
 * Typical plays of some players on some charts: about 10 kB per event, less with fewer rows. `hot`: share of plays on the
 * first chart beyond its own.
 */
export function* usualPlays(
  count: number,
  players: readonly string[],
  firstId: number,
  { rows = usualRows, hot = 0 }: { readonly rows?: number; readonly hot?: number } = {},
): Generator<NewEvent> {
  const charts = usualCharts(rows)
  const random = seeded(firstId)
  for (let i = 0; i < count; i++) {
    const nth = Math.floor(random() * charts.length)
    yield playEvent({
      playId: firstId + i,
      player: pick(players, i),
      chart: pick(charts, (i * hot) % 1 < hot ? 0 : nth),
      skill: random(),
    })
  }
}

/** Each player follows the next three. */
export function* usualRivals(players: readonly string[]): Generator<NewEvent> {
  for (const [i, key] of players.entries())
    for (const step of [1, 2, 3]) {
      const id = `follow-${i}-${step}`
      const data = { rivalId: pick(players, i + step) }
      yield { key, bytes: encodeEvent(rivalAdded, { id, at: firstAt, key, data }) }
    }
}

function pick<T>(items: readonly T[], i: number): T {
  const item = items[i % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
