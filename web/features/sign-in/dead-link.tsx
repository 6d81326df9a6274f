import { Link } from 'react-router-dom'
import { CallError } from '../../api/call-error.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'

/** Whether a call failed because the link was used, replaced or has expired. A retry can't help. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof CallError && error.field === 'token'
}

export const deadLink = 'This link has expired or was already used. Request a new one.'

interface Props {
  readonly text?: string
  /** The link for requesting a new email, and its label. */
  readonly to: string
  readonly words: string
}

/** The message for an expired or used link. */
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
