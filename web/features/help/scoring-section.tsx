import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import { missJudgment, type Rules } from '@stepledger/contracts/rules/rules.ts'
import { useRead } from '../../api/use-call.ts'
import { useTopic } from '../../live/use-topic.ts'
import { CallFailure } from '../../ui/states.tsx'

export function ScoringSection() {
  const { data: rules, error, refetch } = useRead(getRules, {})
  useTopic(
    'rules',
    () => {},
    () => void refetch(),
  )
  return (
    <section aria-labelledby="scoring">
      <h2 id="scoring">Scoring</h2>
      <p>
        Each step earns points depending on how early or late it was. Your score is the percentage of the
        chart's maximum points, truncated to two decimals. These are the current rules; when they change,
        older plays are re-scored.
      </p>
      {rules ? (
        <RulesInForce rules={rules} />
      ) : error ? (
        <CallFailure className="mt-3" error={error} sentence="Failed to load the rules" onRetry={refetch} />
      ) : (
        <div className="skeleton mt-3 h-[75rem] sm:h-[59rem] lg:h-[56rem]">
          <span className="sr-only">Loading…</span>
        </div>
      )}
    </section>
  )
}

/** A grade's display name: Sext, S−. */
function title(grade: Grade): string {
  return `${grade.charAt(0).toUpperCase()}${grade.slice(1).replace('-', '−')}`
}

function RulesInForce({ rules }: { rules: Rules }) {
  const [own, floor] = [rules.systems.flatMap(({ grades }) => grades), rules.grades.at(-1)]
  const named = [...new Set(own.map(({ grade }) => grade))]
  const asTheGame = engineSystems(rules)
  return (
    <>
      <WeightTable rules={rules} />
      {asTheGame !== null && (
        <p>
          The {asTheGame} percentage is the one that the game shows: like the game, it is calculated in single
          precision, and 0.0001 is added before it is truncated.
        </p>
      )}
      <h3>Grades</h3>
      <p>
        Grades are based on the {rules.gradesFrom} score on every board.
        {named.length > 0 &&
          ` Only ${named.map(title).join(' and ')} require more; they are awarded on the board of their system and on stricter ones.`}
        {floor && ` ${floor.grade} is the lowest passing grade; ${rules.failedGrade} is a failed play.`}
      </p>
      <ul className="!mt-3 grid !list-none gap-x-6 min-[24rem]:grid-cols-2 !p-0 sm:grid-cols-3">
        {gradeRows(rules).map(({ grade, from }) => (
          <li key={grade} className="!mt-0 flex justify-between border-b border-line py-1">
            <b className="font-semibold">{title(grade)}</b> <span className="mute">{from}</span>
          </li>
        ))}
      </ul>
      <h3>What counts</h3>
      <p>
        A play is ranked if it was {whatCounts(rules).join(', ')}. Once we have the chart, the play's steps,
        holds, rolls and mines must match it. All other plays are kept too: they appear on your profile, and
        their pages say why they aren't ranked. Your best play of a chart counts; for tied scores the earlier
        one ranks higher.
      </p>
    </>
  )
}

function WeightTable({ rules }: { rules: Rules }) {
  const names = rules.systems.map(({ name }) => name)
  const cells = (weights: readonly string[]) =>
    weights.map((weight, i) => (
      <td key={names[i]} className="num">
        {weight}
      </td>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, also by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label="Weights">
      <table className="t dense text-base max-sm:text-sm max-sm:[&_:is(td,th)]:px-1.5">
        <thead>
          <tr>
            <th>Off by at most</th>
            <th>Judgment</th>
            {names.map((name) => (
              <th key={name} className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weightRows(rules).map(({ within, judgment, weights }) => (
            <tr key={within}>
              <td className="whitespace-nowrap">{within}</td>
              <td>{judgment}</td>
              {cells(weights)}
            </tr>
          ))}
          {otherRows(rules).map(({ what, weights }) => (
            <tr key={what}>
              <td colSpan={2}>{what}</td>
              {cells(weights)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

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
