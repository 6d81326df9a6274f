import { Link } from 'react-router-dom'
import { CallError, errorText } from '../../api/call-error.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'

/** Whether a call failed for the link itself: it was used, has expired or is not whole. Trying again can't help. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof CallError && error.field === 'token'
}

interface Props {
  /** Why it was refused; null: the address has no token at all. */
  readonly error: unknown
  /** What is said of an address without a token. */
  readonly missing?: string
  /** Where a new mail is asked for, and what leads there. */
  readonly to: string
  readonly words: string
}

/** The link of a mail that can't be used any more, and the way to a new one. */
export function DeadLink({ error, missing = 'Invalid verification link', to, words }: Props) {
  const failure = error === null ? { text: missing } : errorText(error, 'An error occurred')
  return (
    <>
      <ErrorBanner className="mt-5" {...failure} />
      <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to={to}>
        {words}
      </Link>
    </>
  )
}
