import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { missJudgment } from '@stepledger/contracts/rules/scoring-system.ts'

/** A row of the table of weights; `weights`: one cell per system, `–` without such a window. */
interface WeightRow {
  readonly within: string
  readonly judgment: string
  readonly weights: readonly string[]
}

const none = '–'

function signed(weight: number): string {
  return String(weight).replace('-', '−')
}

function milliseconds(seconds: number): string {
  return `${Number((seconds * 1000).toFixed(3))} ms`
}

/** The weights per offset: all windows of all systems, tightest first, and the miss. */
export function weightRows({ systems }: Pick<Rules, 'systems'>): WeightRow[] {
  const widths = [...new Set(systems.flatMap(({ windows }) => windows.map(({ seconds }) => seconds)))]
  const rows = widths
    .sort((a, b) => a - b)
    .map((seconds) => {
      const windows = systems.map((system) => system.windows.find((window) => window.seconds === seconds))
      // The suffix in brackets repeats the width, which has its own column.
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

/** Weights of holds, rolls and mines, one cell per system; rows of zeros are left out. */
export function otherRows({ systems }: Pick<Rules, 'systems'>): { what: string; weights: string[] }[] {
  const rows = [
    { what: 'Hold or roll held', of: systems.map(({ held }) => held) },
    { what: 'Hold or roll dropped', of: systems.map(({ letGo }) => letGo) },
    { what: 'Mine hit', of: systems.map(({ mineHit }) => mineHit) },
  ]
  return rows
    .filter(({ of }) => of.some((weight) => weight !== 0))
    .map(({ what, of }) => ({ what, weights: of.map(signed) }))
}

interface GradeRow {
  readonly grade: Grade
  /** The minimum percentage, with the system if it is not the grading one. */
  readonly from: string
}

/** All grades with their minimum, best first, then the failed grade. */
export function gradeRows({ systems, grades, failedGrade }: Rules): GradeRow[] {
  const percent = (hundredths: number) => `${hundredths / 100}%`
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

/** The systems whose percentage is the game's own, as part of a sentence; null for none. */
export function engineSystems({ systems }: Pick<Rules, 'systems'>): string | null {
  const names = systems.flatMap(({ name, arithmetic }) => (arithmetic === 'engine' ? [name] : []))
  return names.length === 0 ? null : names.join(' and ')
}

/** The eligibility rules as parts of a sentence. */
export function whatCounts({ eligibility }: Pick<Rules, 'eligibility'>): string[] {
  const { failed, lifeRanOut, rate, autoplay, minBodyVersion } = eligibility
  return [
    failed ? 'passed or failed' : lifeRanOut ? 'passed' : 'passed without the life bar running out',
    `at music rate ${rate}`,
    ...(autoplay ? [] : ['without autoplay']),
    `sent in body version ${minBodyVersion} or newer`,
  ]
}
