import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type Arithmetic, missJudgment, type ScoringSystem } from '@stepledger/contracts/rules/rules.ts'
import type { ClampedRadar, CountsForMaximum } from './counts.ts'
import type { ClassRows } from './windows.ts'

/** Weights have at most three decimals, so sums of thousandths are exact in any order. */
const thousandths = (weight: number) => Math.round(weight * 1000)

export interface CompiledSystem {
  readonly system: ScoringSystem
  /** Judgments, best first, Miss last. */
  readonly names: readonly string[]
  /** Weight of each judgment, in thousandths. */
  readonly weights: readonly number[]
  /** The judgment index of each offset class. */
  readonly judgmentOfClass: Uint8Array
  readonly held: number
  readonly letGo: number
  readonly mineHit: number
}

/** Compiles a system for counting. `seconds`: the ends of the classes; larger offsets are misses. */
export function compileSystem(system: ScoringSystem, seconds: readonly number[]): CompiledSystem {
  const judgments = seconds.map((end) => {
    const window = system.windows.findIndex((w) => w.seconds >= end)
    return window === -1 ? system.windows.length : window
  })
  return {
    system,
    names: [...system.windows.map((w) => w.judgment), missJudgment],
    weights: [...system.windows.map((w) => thousandths(w.weight)), thousandths(system.miss)],
    judgmentOfClass: Uint8Array.from([...judgments, system.windows.length]),
    held: thousandths(system.held),
    letGo: thousandths(system.letGo),
    mineHit: thousandths(system.mineHit),
  }
}

export function judgmentCounts(compiled: CompiledSystem, rows: ClassRows): number[] {
  const counts: number[] = new Array(compiled.names.length).fill(0)
  for (let i = 0; i < rows.length; i++) {
    const judgment = itemAt(compiled.judgmentOfClass, i)
    counts[judgment] = itemAt(counts, judgment) + itemAt(rows, i)
  }
  return counts
}

/** `judged`: the count of each judgment. */
export function earnedPoints(
  compiled: CompiledSystem,
  judged: readonly number[],
  radar: ClampedRadar,
): number {
  let sum = 0
  for (let i = 0; i < judged.length; i++) sum += itemAt(judged, i) * itemAt(compiled.weights, i)
  const held = radar.holdsHeld + radar.rollsHit
  sum += held * compiled.held
  sum += (radar.holdsTotal + radar.rollsTotal - held) * compiled.letGo
  sum += (radar.minesTotal - radar.minesDodged) * compiled.mineHit
  return sum / 1000
}

export function possiblePoints(compiled: CompiledSystem, counts: CountsForMaximum): number {
  return (counts.rows * itemAt(compiled.weights, 0) + (counts.holds + counts.rolls) * compiled.held) / 1000
}

/**
 * Returns hundredths of a percent before truncation. The order of operations matches the rounding of the theme's EX score.
 */
export function exactHundredths(earned: number, possible: number): number {
  return possible > 0 ? (earned / possible) * 10_000 : 0
}

/** Returns the percent as boards show it, in hundredths: truncated, from 0 to 10,000. */
export function shownHundredths(arithmetic: Arithmetic, earned: number, possible: number): number {
  const hundredths =
    arithmetic === 'engine' ? engineHundredths(earned, possible) : exactHundredths(earned, possible)
  return Math.min(10_000, Math.max(0, Math.floor(hundredths)))
}

/** pow(0.1, 4) of floats, a little above 0.0001, to whose multiples the engine truncates. */
const engineInterval = Math.fround(Math.fround(0.1) ** 4)
const engineBoost = Math.fround(0.000001)

/** The same as `MakePercentScore` of the engine (`src/PlayerStageStats.cpp`): every operation is one of floats. */
function engineHundredths(earned: number, possible: number): number {
  if (possible <= 0) return 0
  if (earned === possible) return 10_000
  const fraction = Math.max(0, Math.fround(Math.fround(earned) / Math.fround(possible)))
  return Math.fround(Math.fround(fraction + engineBoost) / engineInterval)
}
