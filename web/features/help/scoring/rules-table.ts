import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { missJudgment } from '@stepledger/contracts/rules/scoring-system.ts'

/** A row of the table of weights; `weights`: a cell for each system, `–` where it has no such window. */
export interface WeightRow {
  readonly within: string
  readonly judgment: string
  readonly weights: readonly string[]
}

const none = '–'

/** A weight as it is read: with a real minus. */
export function signed(weight: number): string {
  return String(weight).replace('-', '−')
}

function milliseconds(seconds: number): string {
  return `${Number((seconds * 1000).toFixed(3))} ms`
}

/**
 * What a step earns in each system, by how far it was off: every window that any of them has, the tightest first, and
 * what none takes.
 */
export function weightRows({ systems }: Pick<Rules, 'systems'>): WeightRow[] {
  const widths = [...new Set(systems.flatMap(({ windows }) => windows.map(({ seconds }) => seconds)))]
  const rows = widths
    .sort((a, b) => a - b)
    .map((seconds) => {
      const windows = systems.map((system) => system.windows.find((window) => window.seconds === seconds))
      // Names tell windows apart by their width, which stands beside them here.
      const names = windows.flatMap((window) => window?.judgment.replace(/ \(.*\)$/, '') ?? [])
      return {
        within: milliseconds(seconds),
        judgment: [...new Set(names)].join(', '),
        weights: windows.map((window) => (window ? signed(window.weight) : none)),
      }
    })
  const widest = Math.max(...widths)
  return [
    ...rows,
    {
      within: `beyond ${milliseconds(widest)}`,
      judgment: missJudgment,
      weights: systems.map(({ miss }) => signed(miss)),
    },
  ]
}

/** What else earns or costs points, a cell for each system; what is worth nothing anywhere is left out. */
export function otherRows({ systems }: Pick<Rules, 'systems'>): { what: string; weights: string[] }[] {
  const rows = [
    { what: 'Hold or roll held', of: systems.map(({ held }) => held) },
    { what: 'Hold or roll let go', of: systems.map(({ letGo }) => letGo) },
    { what: 'Mine hit', of: systems.map(({ mineHit }) => mineHit) },
  ]
  return rows
    .filter(({ of }) => of.some((weight) => weight !== 0))
    .map(({ what, of }) => ({ what, weights: of.map(signed) }))
}

export interface GradeRow {
  readonly grade: Grade
  /** From which percent on, and of which system where it is not the one that gives grades. */
  readonly from: string
}

/** Every grade with its minimum, best first; the last is the pass floor. */
export function gradeRows({ systems, grades, failedGrade }: Rules): GradeRow[] {
  const percent = (hundredths: number) => `${hundredths / 100} %`
  const own = new Map<Grade, string>()
  for (const { grades: awarded } of systems)
    for (const { grade, system, hundredths } of awarded) own.set(grade, `${percent(hundredths)} ${system}`)
  return [
    ...[...own].map(([grade, from]) => ({ grade, from })),
    ...grades.map(({ grade, hundredths }) => ({
      grade,
      from: hundredths === 0 ? 'passed' : percent(hundredths),
    })),
    { grade: failedGrade, from: 'failed' },
  ]
}

/** Which plays the boards take, as parts of a sentence. */
export function whatCounts({ eligibility }: Pick<Rules, 'eligibility'>): string[] {
  const { failed, rate, autoplay, minBodyVersion } = eligibility
  return [
    failed ? 'passed or failed' : 'passed',
    `at music rate ${rate}`,
    ...(autoplay ? [] : ['without autoplay']),
    `sent in body version ${minBodyVersion} or newer`,
  ]
}
