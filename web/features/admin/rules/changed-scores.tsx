import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { RulesPreview, SystemChange } from '@stepledger/contracts/rules/rules-report.ts'
import { Link } from 'react-router-dom'
import { countText } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { Grade, Score } from '../../../ui/score.tsx'
import { Arrow } from './changed-boards.tsx'
import { PlayerOfReport } from './player-of-report.tsx'

export function ChangedScores({ report: { scores, aliases } }: { report: RulesPreview }) {
  const { systems, added, removed } = scores
  return (
    <>
      {systems.map((change) => (
        <Disclosure
          key={change.system}
          title={`${change.system} scores`}
          aside={`${countText(change.changed)} of ${countText(change.plays)} change: ${countText(change.raised)} up, ${countText(change.lowered)} down`}
        >
          {() => <System change={change} aliases={aliases} />}
        </Disclosure>
      ))}
      {[
        ...added.map((name) => `${name} is new, with its boards.`),
        ...removed.map((name) => `${name} is removed, with its boards.`),
      ].map((text) => (
        <p key={text} className="border-b border-line px-4 py-2.5 text-sm wrap-anywhere">
          {text}
        </p>
      ))}
    </>
  )
}

function System({ change, aliases }: Pick<RulesPreview, 'aliases'> & { change: SystemChange }) {
  const grades = change.grades.filter(({ gained, lost }) => gained + lost > 0)
  if (grades.length + change.largest.length === 0)
    return <p className="mute pad text-sm">No score and no grade of this system changes.</p>
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start ${grades.length > 0 && change.largest.length > 0 ? 'lg:grid-cols-2' : ''}`}
    >
      {grades.length > 0 && (
        <Table
          className="dense"
          rows={grades}
          keyOf={({ grade }) => grade}
          columns={[
            { head: 'Grade', cell: ({ grade }) => <Grade grade={grade} /> },
            { head: 'Now', className: 'num', cell: ({ before }) => countText(before) },
            {
              head: 'Then',
              className: 'num',
              cellClass: 'font-semibold',
              cell: ({ after }) => countText(after),
            },
            { head: 'Gained', className: 'num', cell: ({ gained }) => countText(gained) },
            { head: 'Lost', className: 'num', cell: ({ lost }) => countText(lost) },
          ]}
        />
      )}
      {change.largest.length > 0 && (
        <div className="max-lg:border-t max-lg:border-line">
          <p className="mute border-b border-line px-4 py-1.5 text-xs">Largest changes</p>
          <ul>
            {change.largest.map(({ playId, player, title, before, after }) => (
              <li
                key={playId}
                className="flex items-center gap-3 border-b border-line px-4 py-1.5 text-sm last:border-0"
              >
                <div className="min-w-0 grow">
                  <Link to={`/play/${playId}`} className="hit font-semibold wrap-anywhere hover:underline">
                    {titleOrUnknown(title)}
                  </Link>
                  <p className="mute text-xs">
                    <PlayerOfReport aliases={aliases} player={player} />
                  </p>
                </div>
                <span className="whitespace-nowrap">
                  <Score percent={percent(before)} /> <Arrow /> <Score percent={percent(after)} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const percent = (hundredths: number) => (hundredths / 100).toFixed(2)
