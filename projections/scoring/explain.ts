import type { PointsLine } from '@stepledger/contracts/http/plays.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { Arithmetic, Rules } from '@stepledger/contracts/rules/rules.ts'
import {
  type CompiledSystem,
  earnedPoints,
  exactHundredths,
  judgmentCounts,
  possiblePoints,
  shownHundredths,
} from './compiled-system.ts'
import { type ClampedRadar, type CountsForMaximum, clampRadar, countsForMaximum } from './counts.ts'
import { claimedCounts, reasonsAgainst } from './eligibility.ts'
import { bestGradeRule, type GradeRule } from './grades.ts'
import { failedAt, type PlayToScore } from './play-to-score.ts'
import { compile, countedRows, isProvisional } from './score-play.ts'
import type { ClassRows } from './windows.ts'

/**
 * How the percent of one system was computed. `percent`: sum / maximum × 100, before `arithmetic` truncates it to two
 * decimals and clamps it to 0 to 100.
 */
export interface SystemExplanation {
  readonly id: number
  readonly name: string
  readonly earned: readonly PointsLine[]
  readonly sum: number
  readonly possible: readonly PointsLine[]
  readonly maximum: number
  readonly percent: number
  readonly arithmetic: Arithmetic
  readonly hundredths: number
  readonly grade: Grade
  readonly gradeRule: string
}

export interface Explanation {
  readonly rules: string
  readonly rows: number
  /** Song seconds from which rows of a failed play do not count; null if all count. */
  readonly failedAt: number | null
  readonly rowsCounted: number
  /** The source of the rows, holds and rolls that give the maximum. */
  readonly maximumFrom: CountsForMaximum['from']
  readonly provisional: boolean
  readonly reasons: readonly BoardReason[]
  readonly systems: readonly SystemExplanation[]
}

/** Returns the intermediate sums of a play's score under the rules, computed by the same steps as the score. */
export function explainPlay(rules: Rules, play: PlayToScore): Explanation {
  const { classes, systems, ladders } = compile(rules)
  const counted = countedRows(classes, play, classes.tally(play.offsets).rows)
  const radar = clampRadar(play.radar)
  const maximum = countsForMaximum(claimedCounts(play), play.counts)
  const sums = systems.map((system) => explainSum(system, counted, radar, maximum))
  const hundredths = sums.map((sum) => sum.hundredths)
  const end = play.passed === false ? failedAt(play) : Number.POSITIVE_INFINITY
  return {
    rules: rules.title,
    rows: play.offsets.length,
    failedAt: Number.isFinite(end) ? end : null,
    rowsCounted: counted.reduce((sum, rows) => sum + rows, 0),
    maximumFrom: maximum.from,
    provisional: isProvisional(play),
    reasons: reasonsAgainst(play, rules),
    systems: sums.map((sum, i) => {
      const rule = play.passed === false ? undefined : bestGradeRule(itemAt(ladders, i), hundredths)
      return {
        ...sum,
        grade: rule?.grade ?? rules.failedGrade,
        gradeRule: rule ? describeGradeRule(rule, rules) : 'the song was failed',
      }
    }),
  }
}

function explainSum(
  compiled: CompiledSystem,
  counted: ClassRows,
  radar: ClampedRadar,
  maximum: CountsForMaximum,
) {
  const { system, names, weights } = compiled
  const judged = judgmentCounts(compiled, counted)
  const held = radar.holdsHeld + radar.rollsHit
  const top = itemAt(system.windows, 0).weight
  const sum = earnedPoints(compiled, judged, radar)
  const possible = possiblePoints(compiled, maximum)
  return {
    id: system.id,
    name: system.name,
    earned: [
      ...names.map((name, i) => line(name, itemAt(judged, i), itemAt(weights, i) / 1000)),
      line('holds and rolls held', held, system.held),
      line('holds and rolls let go', radar.holdsTotal + radar.rollsTotal - held, system.letGo),
      line('mines hit', radar.minesTotal - radar.minesDodged, system.mineHit),
    ],
    sum,
    possible: [
      line('rows', maximum.rows, top),
      line('holds', maximum.holds, system.held),
      line('rolls', maximum.rolls, system.held),
    ],
    maximum: possible,
    percent: exactHundredths(sum, possible) / 100,
    arithmetic: system.arithmetic,
    hundredths: shownHundredths(system.arithmetic, sum, possible),
  }
}

/** Adding 0 turns -0 into 0. */
function line(what: string, count: number, weight: number): PointsLine {
  return { what, count, weight, points: count * weight + 0 }
}

function describeGradeRule({ grade, system, hundredths }: GradeRule, { systems }: Rules): string {
  return `${grade}: ${systems[system]?.name} of at least ${(hundredths / 100).toFixed(2)}%`
}
