import {
  type ExplainedScore,
  getPlayExplanation,
  type PlayExplanation,
  type PointsLine,
} from '@stepledger/contracts/http/plays.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-call.ts'
import { boardLabels, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { countText, Time } from '../../ui/format.tsx'
import { Disclosure } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/states.tsx'
import { DenseTable } from './dense-table.tsx'
import { judgmentProperty } from './timing/palette.ts'
import { songTime } from './timing/steps.ts'

export function ExplanationPanel({ playId }: { playId: number }) {
  return (
    <section className="panel mt-4 md:mt-6" aria-label="How this was scored">
      <Disclosure title="How this was scored">{() => <ExplanationOf playId={playId} />}</Disclosure>
    </section>
  )
}

function ExplanationOf({ playId }: { playId: number }) {
  const { data, error, refetch } = useRead(getPlayExplanation, { params: { id: String(playId) } })
  if (data) return <Sums explanation={data} />
  return <UnloadedRows error={error} sentence="Failed to load the score details" onRetry={refetch} rows={5} />
}

function Sums({ explanation }: { explanation: PlayExplanation }) {
  const [board] = useActiveBoard()
  const { event, rules } = explanation
  const system = entryOf(explanation.systems, board) ?? explanation.systems[0]
  if (!system) return null
  return (
    <>
      <p className="px-4 py-3 text-sm">{rowsText(explanation)}</p>
      <div className="grid grid-cols-1 border-t border-line lg:grid-cols-2">
        <PointsTable
          caption={`${boardLabels[board]} points`}
          lines={system.earned}
          total={{ name: 'Points', points: system.sum }}
          className="lg:border-r lg:border-line"
        />
        <div className="border-t border-line lg:border-t-0">
          <PointsTable
            caption="Maximum points"
            lines={system.possible}
            total={{ name: 'Maximum', points: system.maximum }}
          />
          <div className="grid gap-1 border-t border-line px-4 py-3">
            <p className="text-lg">
              {points(system.sum)} ÷ {points(system.maximum)} = {exactPercent(system.exact)}%, cut to{' '}
              <b>{system.score}%</b>
            </p>
            {system.arithmetic === 'engine' && (
              <p className="mute text-sm">
                As in the game: in single precision, with 0.0001 added before it is cut.
              </p>
            )}
            <p className="mute text-sm">{gradeText(system)}</p>
          </div>
        </div>
      </div>
      <div className="border-t border-line">
        <Disclosure title="Technical details">
          {() => (
            <dl className="px-4 py-2 text-sm sm:grid sm:grid-cols-[7rem_1fr]">
              <Fact name="Event">
                {event.type} version {event.version} at position {event.position} of the ledger, received{' '}
                <Time at={event.receivedAt} format="whole" />
              </Fact>
              <Fact name="Rules">
                “{rules.title}”, published at position {rules.position} of the rules, generation{' '}
                {rules.generation} of the boards
              </Fact>
            </dl>
          )}
        </Disclosure>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="mute pt-1.5 sm:py-1.5">{name}</dt>
      <dd className="pb-1.5 sm:py-1.5">{children}</dd>
    </>
  )
}

interface Props {
  readonly caption: string
  readonly lines: readonly PointsLine[]
  readonly total: { readonly name: string; readonly points: number }
  readonly className?: string
}

function PointsTable({ caption, lines, total, className }: Props) {
  return (
    <DenseTable caption={caption} columns={['Item', 'Count', '× Weight', '= Points']} className={className}>
      {lines.map((line) => (
        <tr key={line.what}>
          <th
            scope="row"
            className="text-base font-medium whitespace-normal!"
            style={{ color: colourOf(line.what) }}
          >
            {line.what.charAt(0).toUpperCase() + line.what.slice(1)}
          </th>
          <td className="num">{countText(line.count)}</td>
          <td className="num mute">{points(line.weight)}</td>
          <td className={`num ${line.points === 0 ? 'mute' : 'font-semibold'}`}>{points(line.points)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" className="border-b-0! text-base font-bold">
          {total.name}
        </th>
        <td />
        <td />
        <td className="num font-bold">{points(total.points)}</td>
      </tr>
    </DenseTable>
  )
}

/** Judgments in their colour, everything else in the text colour. */
function colourOf(what: string): string {
  const property = judgmentProperty(what)
  return property === '--ink-2' ? 'var(--color-base-content)' : `var(${property})`
}

/** Points or a weight with up to three decimals and a typographic minus. */
export function points(value: number): string {
  const text = Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })
  return value < 0 && text !== '0' ? `−${text}` : text
}

/** The percentage before truncation, with enough decimals to show the difference. */
export function exactPercent(value: number): string {
  const text = Math.abs(value).toFixed(4)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

export function rowsText({ rows, rowsCounted, failedAt, ...maximum }: PlayExplanation): string {
  const all = countText(rows)
  const counted =
    failedAt === null
      ? rows === 1
        ? 'The only step counts.'
        : `All ${all} steps count.`
      : `${countText(rowsCounted)} of ${all} steps count: those before the lifebar ran out at ${songTime(failedAt)}.`
  return `${counted} ${maximumText(maximum)}`
}

function maximumText({ chart, maximumFrom }: Pick<PlayExplanation, 'chart' | 'maximumFrom'>): string {
  if (maximumFrom === 'chart')
    return 'The play ends before the chart does, so the maximum is calculated from the chart.'
  const steps = maximumFrom === 'game' ? 'the number of steps that the game reported' : 'the play'
  if (chart === 'none') return `We don't have this chart yet, so the maximum is calculated from ${steps}.`
  if (chart === 'differs')
    return `The play doesn't match the chart that we have, so the maximum is calculated from ${steps}.`
  return 'The play has all steps of the chart, and the maximum is calculated from them.'
}

export function gradeText({ grade, gradeRule }: Pick<ExplainedScore, 'grade' | 'gradeRule'>): string {
  return gradeRule.startsWith(`${grade}:`) ? `Grade ${gradeRule}` : `Grade ${grade}: ${gradeRule}`
}
