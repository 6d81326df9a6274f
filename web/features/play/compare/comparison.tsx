import { boardFrom } from '@stepledger/contracts/board-name.ts'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { boardLabels, entryOf } from '../../../parts/leaderboard/board-name.ts'
import { useActiveBoard } from '../../../parts/leaderboard/use-active-board.ts'
import { useRelations } from '../../../sign-in/use-session.ts'
import { Panel } from '../../../ui/panel.tsx'
import { stepsOf } from '../timing/model/steps.ts'
import { Versus } from '../versus.tsx'
import { differenceOf } from './difference.ts'
import { DifferenceFigure } from './difference-figure.tsx'

interface Props {
  readonly play: Play
  readonly other: Play
}

/** Two plays of a chart: the difference over the song, judgments side by side, and timing in numbers. */
export function Comparison({ play, other }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const { data: rules } = useRead(getRules, {})
  const system = rules?.systems.find(({ name }) => boardFrom(name) === board)
  const score = entryOf(play.leaderboards, board)?.data
  const theirs = entryOf(other.leaderboards, board)?.data
  const holds = score ? score.radar.holdsTotal + score.radar.rollsTotal : 0
  const difference = useMemo(
    () => (system ? differenceOf(system, stepsOf(play.timingData), stepsOf(other.timingData), holds) : []),
    [system, play.timingData, other.timingData, holds],
  )
  if (!score || !theirs) return null
  const [own, name] = namesOf(play, other, relationTo(play.user.id) === 'own')
  return (
    <div className="mt-4 grid grid-cols-1 gap-4 md:mt-6 md:gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Panel
        title="Difference over the Song"
        className="lg:col-span-2"
        aside={`${boardLabels[board]}, steps only`}
      >
        <div className="px-2 py-2 md:px-4">
          <DifferenceFigure
            difference={difference}
            own={own}
            other={name}
            otherIsRival={relationTo(other.user.id) === 'rival'}
          />
        </div>
      </Panel>
      <Panel
        title="Side by Side"
        aside={
          <span className="mute min-w-0 truncate text-sm" title={`Left: ${own} · Right: ${name}`}>
            Left: {own} · Right: {name}
          </span>
        }
      >
        <Versus
          rows={score.judgmentsOrdered.map(({ name, value }, i) => ({
            name,
            left: value,
            right: theirs.judgmentsOrdered[i]?.value ?? 0,
          }))}
        />
      </Panel>
      <Panel
        title="In Numbers"
        aside={
          <Link className="hit link text-sm" to={`/play/${other.id}`}>
            Open the other play
          </Link>
        }
      >
        <Numbers play={play} other={other} names={[own, name]} />
      </Panel>
    </div>
  )
}

/** "You" for the viewer's play; two plays of one player are "This play" and "The other". */
function namesOf(play: Play, other: Play, isOwn: boolean): readonly [string, string] {
  const own = isOwn ? 'You' : play.user.alias
  if (play.user.id !== other.user.id) return [own, other.user.alias]
  return ['This play', 'The other']
}

interface NumbersProps extends Props {
  readonly names: readonly [string, string]
}

function Numbers({ play, other, names }: NumbersProps) {
  const [board] = useActiveBoard()
  const columns = [play, other]
  const radarOf = (each: Play) => entryOf(each.leaderboards, board)?.data.radar
  const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2).replace('-', '−'))
  const rows = [
    { label: 'Mean absolute error, ms', of: (each: Play) => ms(each.statistics?.meanAbsolute) },
    { label: 'Mean offset, ms', of: (each: Play) => ms(each.statistics?.mean) },
    {
      label: 'Three times the standard deviation, ms',
      of: (each: Play) => ms(each.statistics ? 3 * each.statistics.deviation : undefined),
    },
    { label: 'Max error, ms', of: (each: Play) => ms(each.statistics?.max) },
    { label: 'Holds', of: (each: Play) => `${radarOf(each)?.holdsHeld ?? 0}` },
    { label: 'Rolls', of: (each: Play) => `${radarOf(each)?.rollsHit ?? 0}` },
    { label: 'Mines dodged', of: (each: Play) => `${radarOf(each)?.minesDodged ?? 0}` },
  ]
  return (
    <table className="t dense table-fixed">
      <colgroup>
        <col />
        <col className="w-20" />
        <col className="w-24" />
      </colgroup>
      <thead>
        <tr>
          <th>
            <span className="sr-only">Statistic</span>
          </th>
          {names.map((name) => (
            <th key={name} className="num truncate" title={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row" className="h-auto! whitespace-normal! text-sm! [tr:last-child>&]:border-b-0">
              {label}
            </th>
            {columns.map((each) => (
              <td key={each.id} className="num">
                {of(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
