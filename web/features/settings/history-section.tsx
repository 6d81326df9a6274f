import { getHistory, type HistoryEntry } from '@stepledger/contracts/http/history.ts'
import { useSearchParams } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { Empty } from '../../ui/empty.tsx'
import { pageFrom } from '../../ui/page-window.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Time } from '../../ui/time.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

/** The account's change history, newest first; the page is kept in the URL. */
export function HistorySection() {
  const [search] = useSearchParams()
  const page = pageFrom(search.get('page'))
  const { data, error, refetch } = useRead(getHistory, { query: { page } }, { keepPrevious: true })
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the history" onRetry={refetch} rows={5} />
  const { entries, meta } = data
  if (entries.length === 0)
    return <Empty title="Nothing yet" text="Changes to your account will be listed here." />
  return (
    <>
      <ul>
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a page of them is replaced as a whole.
          <Row key={`${meta.page} ${i}`} entry={entry} />
        ))}
      </ul>
      <Pagination meta={meta} />
    </>
  )
}

function Row({ entry: { at, by, what, details } }: { entry: HistoryEntry }) {
  const about = Object.values(details).join(' · ')
  return (
    <li className="flex items-baseline gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{what}</p>
        {(about !== '' || by === 'operator') && (
          <p className="mute text-xs break-words">
            {[about, by === 'operator' ? 'by an operator' : ''].filter((text) => text !== '').join(' · ')}
          </p>
        )}
      </div>
      <Time at={at} className="mute text-sm whitespace-nowrap" />
    </li>
  )
}
