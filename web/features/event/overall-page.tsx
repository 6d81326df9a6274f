import { Link } from 'react-router-dom'
import { Empty } from '../../ui/empty.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Wordmark } from '../../ui/wordmark.tsx'

/** The event's overall board; it stays empty until there is an event. */
export function OverallPage() {
  useDocumentTitle('Overall Leaderboard')
  return (
    <section className="panel" aria-labelledby="overall">
      <div className="ev flex items-end gap-3 rounded-none p-4 md:p-6">
        <h1 id="overall" className="flex items-end gap-3">
          <Wordmark size="clamp(2rem, 1.5rem + 2.4vw, 3rem)" />
          <span className="ev-2 text-sm font-semibold">Overall Leaderboard</span>
        </h1>
      </div>
      <Empty
        title="No leaderboard data available"
        action={
          <Link className="btn" to="/">
            Back to Home
          </Link>
        }
      />
    </section>
  )
}
