import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import {
  type CompiledSystem,
  compileSystem,
  earnedPoints,
  judgmentCounts,
  possiblePoints,
  shownHundredths,
} from './compiled-system.ts'
import { type ClampedRadar, clampRadar, countsForMaximum } from './counts.ts'
import { claimedCounts, reasonsAgainst } from './eligibility.ts'
import { bestGradeRule, type GradeLadder, gradeLadders } from './grades.ts'
import { failedAt, type PlayToScore } from './play-to-score.ts'
import { type ClassRows, type OffsetClasses, offsetClasses, type TimingStatistics } from './windows.ts'

interface Judgment {
  readonly name: string
  readonly value: number
}

/**
 * A play's score in one system. `points`: before division by the maximum. `hundredths`: of a percent, 0 to 10,000.
 * `judgments`: best first, Miss last, zeros included.
 */
interface SystemScore {
  readonly id: number
  readonly name: string
  readonly points: number
  readonly hundredths: number
  readonly grade: Grade
  readonly judgments: readonly Judgment[]
}

/**
 * The score of a PlaySubmitted under the rules. `systems`: in their order. `statistics`: null if every row was missed.
 */
export interface ScoredPlay {
  readonly systems: readonly SystemScore[]
  readonly radar: ClampedRadar
  readonly statistics: TimingStatistics | null
  readonly eligible: boolean
  readonly reasons: readonly BoardReason[]
  /** No pack defines the chart yet, so the counts that the game sent gave the maximum. */
  readonly provisional: boolean
}

/** Compiled rules: the only place where a score is computed. */
export interface Scorer {
  readonly rules: Rules
  score(play: PlayToScore): ScoredPlay
}

/** Compiled rules, shared by scoring and explaining. */
interface CompiledRules {
  readonly rules: Rules
  readonly classes: OffsetClasses
  readonly systems: readonly CompiledSystem[]
  readonly ladders: readonly GradeLadder[]
}

export function compile(rules: Rules): CompiledRules {
  const classes = offsetClasses(rules.systems)
  const systems = rules.systems.map((system) => compileSystem(system, classes.seconds))
  return { rules, classes, systems, ladders: gradeLadders(rules) }
}

/** Compile once, score many. */
export function compileRules(rules: Rules): Scorer {
  const compiled = compile(rules)
  return { rules, score: (play) => scorePlay(compiled, play) }
}

function scorePlay({ rules, classes, systems, ladders }: CompiledRules, play: PlayToScore): ScoredPlay {
  const { rows, statistics } = classes.tally(play.offsets)
  const counted = countedRows(classes, play, rows)
  const radar = clampRadar(play.radar)
  const maximum = countsForMaximum(claimedCounts(play), play.counts)

  const listed = systems.map((system) => judgmentCounts(system, rows))
  const points = systems.map((system, i) =>
    earnedPoints(system, counted === rows ? itemAt(listed, i) : judgmentCounts(system, counted), radar),
  )
  const hundredths = systems.map((system, i) =>
    shownHundredths(system.system.arithmetic, itemAt(points, i), possiblePoints(system, maximum)),
  )
  const reasons = reasonsAgainst(play, rules)
  return {
    systems: systems.map(({ system, names }, i) => ({
      id: system.id,
      name: system.name,
      points: itemAt(points, i),
      hundredths: itemAt(hundredths, i),
      grade:
        (play.passed === false ? undefined : bestGradeRule(itemAt(ladders, i), hundredths)?.grade) ??
        rules.failedGrade,
      judgments: names.map((name, judgment) => ({ name, value: itemAt(itemAt(listed, i), judgment) })),
    })),
    radar,
    statistics,
    eligible: reasons.length === 0,
    reasons,
    provisional: isProvisional(play),
  }
}

/** Returns the rows that earn or cost points: all rows, or for a failed play those before the fail. */
export function countedRows(classes: OffsetClasses, play: PlayToScore, all: ClassRows): ClassRows {
  if (play.passed !== false) return all
  const end = failedAt(play)
  return end === Number.POSITIVE_INFINITY ? all : classes.tallyBefore(end, play.offsets, play.times())
}

export function isProvisional({ counts }: PlayToScore): boolean {
  return counts === null || counts.length === 0
}
