import { fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import type { PlaysOfClass } from '@stepledger/contracts/stream/messages.ts'

/**
 * A play of an hour, as exactly as it may be published at most. `player`: decides how many stand behind a row, and is
 * never published.
 */
export interface HourPlay extends Omit<PlaysOfClass, 'plays'> {
  readonly player: string
}

export interface PublishedHour {
  readonly published: readonly PlaysOfClass[]
  /** Plays that too few players have the like of. */
  readonly leftOut: number
}

/**
 * What may be published of the plays of an hour. Plays that look the same make a class; in its layer j lies the j-th
 * one of each of its players, so a player of ten plays is still one among `fewestPlayers` in each layer. A layer of
 * fewer is published with less detail, among what is left of others, or not at all.
 */
export function publishable(plays: readonly HourPlay[]): PublishedHour {
  const exact = publishedAndRest(plays)
  const coarse = publishedAndRest(exact.rest.map(withoutChart))
  return { published: [...exact.published, ...coarse.published], leftOut: coarse.rest.length }
}

function withoutChart(play: HourPlay): HourPlay {
  const ex = play.ex === null ? null : Math.floor(play.ex / 5) * 5
  return { ...play, chart: null, rate: null, hardEx: null, ex, itg: null }
}

function publishedAndRest(plays: readonly HourPlay[]): { published: PlaysOfClass[]; rest: HourPlay[] } {
  const classes = new Map<string, { looks: Omit<PlaysOfClass, 'plays'>; byPlayer: Map<string, HourPlay[]> }>()
  for (const play of plays) {
    const { player, ...looks } = play
    const key = keyOf(looks)
    const known = classes.get(key) ?? { looks, byPlayer: new Map<string, HourPlay[]>() }
    classes.set(key, known)
    const own = known.byPlayer.get(player)
    if (own) own.push(play)
    else known.byPlayer.set(player, [play])
  }
  const published: PlaysOfClass[] = []
  const rest: HourPlay[] = []
  for (const { looks, byPlayer } of classes.values()) {
    const layers = layersToPublish([...byPlayer.values()])
    let count = 0
    for (const own of byPlayer.values()) {
      count += Math.min(layers, own.length)
      rest.push(...own.slice(layers))
    }
    if (count > 0) published.push({ ...looks, plays: count })
  }
  return { published, rest }
}

/** Layers hold fewer players the deeper they lie: it is how many plays the fifth of those who played most has. */
function layersToPublish(ofPlayers: readonly HourPlay[][]): number {
  const counts = ofPlayers.map((own) => own.length).sort((a, b) => b - a)
  return counts[fewestPlayers - 1] ?? 0
}

/** Equal for plays that look the same. */
export function keyOf(looks: Omit<PlaysOfClass, 'plays'>): string {
  const { chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg } = looks
  return JSON.stringify([chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg])
}
