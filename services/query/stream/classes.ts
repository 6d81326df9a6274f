import { createHash } from 'node:crypto'
import { fewestCounted, fewestPlayers } from '@stepledger/contracts/analysis/anonymity.ts'
import type { NoiseOf } from '@stepledger/contracts/analysis/noise.ts'
import type { PlaysOfClass } from '@stepledger/contracts/stream/messages.ts'

/** A play of an hour. `player` decides how many a row counts, and is never published. */
export interface HourPlay extends Omit<PlaysOfClass, 'plays' | 'rate' | 'hardEx' | 'itg'> {
  readonly player: string
}

type Looks = Omit<PlaysOfClass, 'plays'>

/**
 * What is published of the plays of an hour: how many players played each chart, and how many had each result at a
 * meter, with noise that follows from who they are. A player counts once in each.
 */
export function publishable(hour: number, plays: readonly HourPlay[], noiseOf: NoiseOf): PlaysOfClass[] {
  const classes = new Map<string, { looks: Looks; players: Set<string> }>()
  for (const play of plays)
    for (const looks of [byChart(play), byMeter(play)]) {
      const key = keyOf(looks)
      const known = classes.get(key) ?? { looks, players: new Set() }
      classes.set(key, known)
      known.players.add(play.player)
    }
  return [...classes].flatMap(([key, { looks, players }]) => {
    const who = createHash('sha256')
      .update([...players].sort().join(';'))
      .digest('hex')
    const counted = players.size + noiseOf(`stream|${hour}|${key}|${who}`)
    if (players.size < fewestPlayers || counted < fewestCounted) return []
    return { ...looks, plays: Math.round(counted) }
  })
}

const unknown = { rate: null, hardEx: null, itg: null }

function byChart({ player, ...play }: HourPlay): Looks {
  return { ...play, ...unknown, passed: null, ex: null }
}

function byMeter({ player, ...play }: HourPlay): Looks {
  return { ...play, ...unknown, chart: null, ex: play.ex === null ? null : Math.floor(play.ex / 5) * 5 }
}

/** Equal for plays that look the same. */
export function keyOf(looks: Looks): string {
  const { chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg } = looks
  return JSON.stringify([chart, stepsType, meter, passed, ranked, rate, hardEx, ex, itg])
}
