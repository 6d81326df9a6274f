import {
  type ArrowTiming,
  arrowNames,
  type Play,
  type PlayScore,
} from '@stepledger/contracts/http/shapes/play.ts'
import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import { type CSSProperties, useMemo } from 'react'
import { Cell } from '../../ui/cell.tsx'
import { counted, countText } from '../../ui/format.tsx'
import { Panel } from '../../ui/panel.tsx'
import { judgmentProperty } from './timing/palette.ts'
import { countSides, judgeAll, judgmentName, songTime, stepsOf, type Windows } from './timing/steps.ts'

interface Props {
  readonly data: PlayScore['data']
  /** The rows of the system with the most, so that the height stays the same when switching systems. */
  readonly rows: number
  readonly fail: Play['fail']
}

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

export const judgmentRow =
  'grid max-h-11 min-h-8.5 grow grid-cols-[10.5rem_3.25rem_1fr_3.5rem] items-center gap-2 border-b border-line last:border-b-0 max-sm:grid-cols-[7.75rem_3.5rem_1fr_2.75rem] sm:gap-2.5 @max-[19rem]/panel:grid-cols-[minmax(0,1fr)_3.5rem_2.75rem]'
export const judgmentBar = 'h-2.5 bg-base-content/8'

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
    <li className={judgmentRow} style={style}>
      <span className="font-bold text-(--c)">{name}</span>
      <span className="text-right text-lg font-bold">{countText(value)}</span>
      <span className={`${judgmentBar} @max-[19rem]/panel:hidden`}>
        {value > 0 && <i className="block h-full min-w-0.5 bg-(--c)" style={{ width: `${bar * 100}%` }} />}
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
    <ul className="grid grid-cols-[2.5rem_minmax(0,1fr)_7.5rem_minmax(0,1fr)_2.5rem] gap-x-2 px-4 py-1 md:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,9rem)_minmax(0,1fr)_3.5rem] md:gap-x-3">
      {rows.map(({ name, left, right }) => {
        const style: CSSProperties & Record<'--c', string> = { '--c': `var(${judgmentProperty(name)})` }
        return (
          <li
            key={name}
            className="col-span-full grid min-h-8.5 grid-cols-subgrid items-center"
            style={style}
          >
            <span className="font-bold">
              {countText(left)}
              {sides && <span className="sr-only"> {sides[0]}</span>}
            </span>
            <span className="flex h-2 justify-end bg-base-content/7" aria-hidden="true">
              <i className="bg-(--c)" style={{ width: `${(left / most) * 100}%` }} />
            </span>
            <span className="text-center text-base leading-normal font-semibold text-(--c)">{name}</span>
            <span className="flex h-2 bg-base-content/7" aria-hidden="true">
              <i className="bg-(--c)" style={{ width: `${(right / most) * 100}%` }} />
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

interface SidesPanelProps {
  readonly play: Play
  /** The windows of the active system. */
  readonly windows: Windows
}

/** How many steps were early and how many late, by judgment, and the bias of each arrow where the game sends arrows. */
export function SidesPanel({ play, windows }: SidesPanelProps) {
  const sides = useMemo(() => {
    const steps = stepsOf(play.timingData)
    return countSides({ steps, judgments: judgeAll(windows, steps), miss: windows.length })
  }, [play.timingData, windows])
  // The last one is the miss, which has no side.
  const judged = sides.slice(0, -1)
  const early = judged.reduce((sum, side) => sum + side.early, 0)
  const late = judged.reduce((sum, side) => sum + side.late, 0)
  if (early + late === 0) return null
  const share = (count: number) => `${((count / (early + late)) * 100).toFixed(1)}%`
  return (
    <div
      className={`mt-4 grid grid-cols-1 gap-4 md:mt-6 md:gap-6 ${play.arrows ? 'lg:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}
    >
      <Panel title="Early and Late" aside={`${share(early)} early, ${share(late)} late`}>
        <Versus
          rows={judged.map((side, judgment) => ({
            name: judgmentName(windows, judgment),
            left: side.early,
            right: side.late,
          }))}
          sides={['early', 'late']}
        />
      </Panel>
      {play.arrows && <ArrowBias arrows={play.arrows} />}
    </div>
  )
}

function ArrowBias({ arrows }: { arrows: readonly ArrowTiming[] }) {
  const widest = Math.max(5, ...arrows.map(({ mean }) => Math.abs(mean)))
  return (
    <Panel title="By Arrow" aside="mean offset, jumps left out">
      <ul className="px-4 py-1">
        {arrows.map(({ arrow, steps, mean }) => {
          const size = (Math.abs(mean) / widest) * 50
          const offset = Math.abs(mean).toFixed(1)
          const words = `${offset} ms${offset === '0.0' ? '' : mean < 0 ? ' early' : ' late'}`
          return (
            <li
              key={arrow}
              className="grid min-h-10 grid-cols-[1.75rem_minmax(0,1fr)_7rem] items-center gap-3"
            >
              <svg viewBox="-9 -9 18 18" className="mute size-6" role="img" aria-label={arrow}>
                <path
                  d={arrowPath}
                  fill="currentColor"
                  transform={`rotate(${panelTurns[arrowNames.indexOf(arrow)]})`}
                />
              </svg>
              <span className="relative h-2 bg-base-content/7" aria-hidden="true">
                <i className="absolute inset-y-[-3px] left-1/2 w-px bg-(--line-2)" />
                <i
                  className="absolute inset-y-0 bg-primary/50"
                  style={{ width: `${size}%`, left: mean < 0 ? `${50 - size}%` : '50%' }}
                />
              </span>
              <span className="text-right text-sm">
                <b>{words}</b>
                <span className="mute block text-xs">{counted(steps, 'step')}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
