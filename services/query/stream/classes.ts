import { createHash } from 'node:crypto'
import { fewestPlayers, minCounted } from '@stepledger/contracts/analysis/anonymity.ts'
import type { NoiseOf } from '@stepledger/contracts/analysis/noise.ts'
import type { PlaysOfClass } from '@stepledger/contracts/stream/messages.ts'

/** A play of an hour. `player` is used to count distinct players, and is never published. */
export interface HourPlay extends Omit<PlaysOfClass, 'plays' | 'rate' | 'hardEx' | 'itg'> {
  readonly player: string
}

type PlayClass = Omit<PlaysOfClass, 'plays'>

/**
 * The published counts of an hour: distinct players by chart, and distinct players by result and meter. Noise is derived
 * from the set of players, so that repeated reads do not average it out.
 */
export function publishable(hour: number, plays: readonly HourPlay[], noiseOf: NoiseOf): PlaysOfClass[] {
  const classes = new Map<string, { playClass: PlayClass; players: Set<string> }>()
  for (const play of plays)
    for (const playClass of [byChart(play), byMeter(play)]) {
      const key = keyOf(playClass)
      const known = classes.get(key) ?? { playClass, players: new Set() }
      classes.set(key, known)
      known.players.add(play.player)
    }
  return [...classes].flatMap(([key, { playClass, players }]) => {
    const playersHash = createHash('sha256')
      .update([...players].sort().join(';'))
      .digest('hex')
    const counted = players.size + noiseOf(`stream|${hour}|${key}|${playersHash}`)
    if (players.size < fewestPlayers || counted < minCounted) return []
    return { ...playClass, plays: Math.round(counted) }
  })
}

const unknown = { rate: null, hardEx: null, itg: null }

function byChart({ player, ...play }: HourPlay): PlayClass {
  return { ...play, ...unknown, passed: null, ex: null }
}

function byMeter({ player, ...play }: HourPlay): PlayClass {
  return { ...play, ...unknown, chart: null, ex: play.ex === null ? null : Math.floor(play.ex / 5) * 5 }
}

/** Equal for plays of the same class. */
export function keyOf(playClass: PlayClass): string {
  const { chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg } = playClass
  return JSON.stringify([chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg])
}
