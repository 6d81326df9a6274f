import { type ArrowTiming, arrowNames, type Play } from '@stepledger/contracts/http/shapes/play.ts'
import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import { useMemo } from 'react'
import { counted } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { Versus } from './judgments-card.tsx'
import { judgeAll, judgmentName, type Windows } from './timing/model/judge.ts'
import { countSides, stepsOf } from './timing/model/steps.ts'

interface Props {
  readonly play: Play
  /** The windows of the active system. */
  readonly windows: Windows
}

/** How many steps were early and how many late, by judgment, and the bias of each arrow where the game sends arrows. */
export function SidesPanel({ play, windows }: Props) {
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
