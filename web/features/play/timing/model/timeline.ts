import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { type Density, densityOf } from './density.ts'
import { type Lifebar, lifebarOf } from './lifebar.ts'
import { songLength } from './song-length.ts'
import { lastStepTime, type Steps } from './steps.ts'
import { wholeSpan } from './time-axis.ts'
import type { TimeSpan } from './timing-scale.ts'

/** A play's curves over song seconds. */
export interface Timeline {
  readonly whole: TimeSpan
  readonly lifebar: Lifebar | null
  readonly density: Density | null
}

export function timelineOf(play: Pick<Play, 'lifebarInfo' | 'npsData'>, steps: Steps): Timeline {
  const lastStep = lastStepTime(steps)
  const length = songLength(play.lifebarInfo, lastStep)
  const lifebar = lifebarOf(play.lifebarInfo, length)
  const density = densityOf(play.npsData, length)
  const lifebarEnd = lifebar?.times[lifebar.times.length - 1] ?? 0
  return { whole: wholeSpan(steps.times[0] ?? 0, [length, lastStep, lifebarEnd]), lifebar, density }
}
