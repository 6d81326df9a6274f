import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { errorText } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-call.ts'
import { useTopic } from '../../../live/use-topic.ts'
import { ErrorBanner } from '../../../ui/error-banner.tsx'
import { gradeRows, whatCounts } from './rules-table.ts'
import { WeightTable } from './weight-table.tsx'

/** How a percent and a grade come about, by the rules in force. */
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
        Each step earns points by how far it was off, in either direction. A play's percent is what it earned
        of the most that the chart can give, cut off after two decimals. These are the rules in force now;
        plays of before are always scored again when they change.
      </p>
      {rules ? (
        <RulesInForce rules={rules} />
      ) : error ? (
        <ErrorBanner
          className="mt-3"
          {...errorText(error, 'Failed to load the rules')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="skeleton mt-3 h-[75rem] sm:h-[59rem] lg:h-[56rem]">
          <span className="sr-only">Loading…</span>
        </div>
      )}
    </section>
  )
}

/** A grade as a word: Sext, S−. */
function title(grade: Grade): string {
  return `${grade.charAt(0).toUpperCase()}${grade.slice(1).replace('-', '−')}`
}

function RulesInForce({ rules }: { rules: Rules }) {
  const [own, floor] = [rules.systems.flatMap(({ grades }) => grades), rules.grades.at(-1)]
  const named = [...new Set(own.map(({ grade }) => grade))]
  return (
    <>
      <WeightTable rules={rules} />
      <h3>Grades</h3>
      <p>
        The grade comes from the {rules.gradesFrom} percent on every board.
        {named.length > 0 &&
          ` Only ${named.map(title).join(' and ')} ask for more, each given on the board of its system and on stricter ones.`}
        {floor && ` ${floor.grade} is the pass floor, ${rules.failedGrade} a failed play.`}
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
        The boards take a play that was {whatCounts(rules).join(', ')}; and once a pack has brought the chart,
        its steps, holds, rolls and mines must be those of the chart. Every other play is kept too: it is on
        your profile, and its page says why it is on no board. Your best play of a chart counts; at equal
        scores the earlier one is ahead.
      </p>
    </>
  )
}
