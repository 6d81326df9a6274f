import type { Play, PlayScore } from '@stepledger/contracts/http/shapes/play.ts'
import type { CSSProperties } from 'react'
import { Cell } from '../../ui/cell.tsx'
import { countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { judgmentProperty } from './judgment-colour.ts'
import { songTime } from './timing/model/format-step.ts'

interface Props {
  readonly data: PlayScore['data']
  /** The rows of the system with the most, so that the height stays the same when switching systems. */
  readonly rows: number
  readonly fail: Play['fail']
}

/** The judgment counts of the active system, and holds, rolls and mines. */
export function JudgmentsCard({ data, rows, fail }: Props) {
  const { judgmentsOrdered: judgments, radar } = data
  const steps = judgments.reduce((sum, { value }) => sum + value, 0)
  const maxCount = Math.max(1, ...judgments.map(({ value }) => value))
  return (
    <Panel title="Judgments" className="flex flex-col" aside={`${countText(steps)} steps`}>
      <ul className="flex grow flex-col px-4 py-1" style={{ minHeight: `${rows * 2.125 + 0.5}rem` }}>
        {judgments.map(({ name, value }) => (
          <JudgmentRow
            key={name}
            name={name}
            value={value}
            share={value / Math.max(1, steps)}
            bar={value / maxCount}
          />
        ))}
      </ul>
      {fail && <p className="border-t border-line px-4 py-2 text-sm">{failText(fail, steps)}</p>}
      <dl className="grid grid-cols-3 border-t border-line">
        <Radar name="Holds" hit={radar.holdsHeld} total={radar.holdsTotal} />
        <Radar name="Rolls" hit={radar.rollsHit} total={radar.rollsTotal} />
        <Radar name="Mines dodged" hit={radar.minesDodged} total={radar.minesTotal} />
      </dl>
    </Panel>
  )
}

interface RowProps {
  readonly name: string
  readonly value: number
  /** Relative to all steps, 0 to 1. */
  readonly share: number
  /** Relative to the longest bar, 0 to 1. */
  readonly bar: number
}

function JudgmentRow({ name, value, share, bar }: RowProps) {
  const style: CSSProperties & Record<'--c', string> = { '--c': `var(${judgmentProperty(name)})` }
  return (
    <li
      className="jrow h-auto max-h-11 min-h-8.5 grow max-sm:grid-cols-[7.75rem_3.5rem_1fr_2.75rem] @max-[19rem]/panel:grid-cols-[minmax(0,1fr)_3.5rem_2.75rem]"
      style={style}
    >
      <span className="nm">{name}</span>
      <span className="text-right text-lg font-bold">{countText(value)}</span>
      <span className="jbar @max-[19rem]/panel:hidden">
        {value > 0 && <i style={{ width: `${bar * 100}%` }} />}
      </span>
      <span className="mute text-right text-sm">{(share * 100).toFixed(1)}%</span>
    </li>
  )
}

function Radar({ name, hit, total }: { name: string; hit: number; total: number }) {
  return (
    <Cell
      name={name}
      className="border-l border-line px-3 py-2.5 first:border-l-0 first:pl-4 sm:px-4"
      valueClass="text-base leading-[1.375rem] whitespace-nowrap sm:text-lg"
    >
      {countText(hit)} / {countText(total)}
    </Cell>
  )
}

interface VersusProps {
  readonly rows: readonly { readonly name: string; readonly left: number; readonly right: number }[]
  /** What is counted left and right, for screen readers. */
  readonly sides?: readonly [left: string, right: string]
}

/** Two counts of each judgment, with bars to both sides of its name. */
export function Versus({ rows, sides }: VersusProps) {
  const most = Math.max(1, ...rows.flatMap(({ left, right }) => [left, right]))
  return (
    <ul className="versus">
      {rows.map(({ name, left, right }) => {
        const style: CSSProperties & Record<'--c', string> = { '--c': `var(${judgmentProperty(name)})` }
        return (
          <li key={name} style={style}>
            <span className="font-bold">
              {countText(left)}
              {sides && <span className="sr-only"> {sides[0]}</span>}
            </span>
            <span className="bar left" aria-hidden="true">
              <i style={{ width: `${(left / most) * 100}%` }} />
            </span>
            <span className="nm">{name}</span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(right / most) * 100}%` }} />
            </span>
            <span className="text-right font-bold">
              {countText(right)}
              {sides && <span className="sr-only"> {sides[1]}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Which of the judged steps count, of a play that was failed. */
export function failText({ at, rowsCounted }: NonNullable<Play['fail']>, rows: number): string {
  const [counted, all] = [countText(rowsCounted), countText(rows)]
  const which = counted === all ? `All ${all} steps` : `Only the ${counted} of ${all} steps before that`
  return `Failed at ${songTime(at)}. ${which} count towards the score.`
}
