import { summaryOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { Cell } from '../../../ui/cell.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { ChangedBoards } from './changed-boards.tsx'
import { ChangedScores } from './changed-scores.tsx'
import { DifferenceList } from './difference-list.tsx'
import { WhoMoves } from './who-moves.tsx'

export function PreviewReport({ report }: { report: RulesPreview }) {
  const { plays, changedPlays, betterGrades, worseGrades, firsts, eventPlayers, largestMove } =
    summaryOf(report)
  const { differences, parked, scores } = report
  const { gained, lost } = scores.ranked
  return (
    <>
      <dl className="cellgrid grid-cols-2 border-b border-line sm:grid-cols-3 lg:grid-cols-6">
        <Cell name="Plays changed" unit={`of ${countText(plays)}`}>
          {countText(changedPlays)}
        </Cell>
        <Cell name="Grades gained">{countText(betterGrades)}</Cell>
        <Cell name="Grades lost">{countText(worseGrades)}</Cell>
        <Cell name="First places moved">{countText(firsts)}</Cell>
        <Cell name="Event places moved">{countText(eventPlayers)}</Cell>
        <Cell name="Largest move" unit={largestMove === 1 ? 'place' : 'places'}>
          {countText(largestMove)}
        </Cell>
      </dl>
      {parked > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-(--rival)">
          {counted(parked, 'event')} can't be folded, and will be parked.
        </p>
      )}
      {gained + lost > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm">
          {counted(gained, 'play')} will count on boards that did not, {countText(lost)} no longer.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="max-lg:border-b max-lg:border-line lg:border-r lg:border-line">
          <ChangedBoards report={report} />
        </div>
        <WhoMoves report={report} />
      </div>
      <div className="border-t border-line">
        <ChangedScores report={report} />
        <Disclosure title="What differs" aside={counted(differences.length, 'line')}>
          {() => (
            <div className="pad">
              <DifferenceList head="From the rules in force" lines={differences} />
            </div>
          )}
        </Disclosure>
      </div>
    </>
  )
}
