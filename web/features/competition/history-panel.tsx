import {
  type CompetitionChangeShown,
  getCompetitionHistory,
  shownChanges,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { Time } from '../../ui/format.tsx'
import { Disclosure } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/states.tsx'

/** The changes of an event, latest first, folded away. */
export function HistoryPanel({ slug }: { slug: string }) {
  return (
    <section className="panel mt-4 md:mt-6" aria-label="History">
      <Disclosure title="History" aside="every change, and why">
        {() => <History slug={slug} />}
      </Disclosure>
    </section>
  )
}

function History({ slug }: { slug: string }) {
  const { data, error, refetch } = useRead(getCompetitionHistory, { params: { slug } })
  if (!data) return <UnloadedRows error={error} sentence="Failed to load the history" onRetry={refetch} />
  return (
    <>
      <ul>
        {data.changes.map((change) => (
          <Change key={`${change.at} ${change.what.join()}`} change={change} />
        ))}
      </ul>
      {data.changes.length === shownChanges && (
        <p className="mute border-t border-line px-4 py-2 text-sm">
          The last {shownChanges} changes are shown.
        </p>
      )}
    </>
  )
}

function Change({ change: { at, by, user, what, playId, reason } }: { change: CompetitionChangeShown }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-60">
        {what.map((line) => (
          <p key={line} className="font-semibold wrap-anywhere">
            {playId === null ? (
              line
            ) : (
              <Link className="hit hover:underline" to={`/play/${playId}`}>
                {line}
              </Link>
            )}
          </p>
        ))}
        {reason !== null && <p className="wrap-anywhere">“{reason}”</p>}
      </div>
      <p className="mute text-sm">
        {user ? (
          <Link className="hit hover:underline" to={`/user/${user.id}`}>
            {user.alias}
          </Link>
        ) : (
          authors[by]
        )}
        , <Time at={at} format="whole" />
      </p>
    </li>
  )
}

/** Who changed an event when no player is named. */
const authors = { site: 'The site', organiser: 'A deleted player', server: 'By itself' } as const
