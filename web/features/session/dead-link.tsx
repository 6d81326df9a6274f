import { Link } from 'react-router-dom'
import { CallError } from '../../api/call-error.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'

/** Whether a call failed for the link itself: it was used, replaced or has expired. Trying again can't help. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof CallError && error.field === 'token'
}

export const deadLink = 'This link has expired or was already used. Request a new one.'

interface Props {
  readonly text?: string
  /** Where a new mail is requested, and the words that lead there. */
  readonly to: string
  readonly words: string
}

/** The link of a mail that can't be used any more, and the way to a new one. */
export function DeadLink({ text = deadLink, to, words }: Props) {
  return (
    <>
      <ErrorBanner className="mt-5" text={text} />
      <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to={to}>
        {words}
      </Link>
    </>
  )
}
