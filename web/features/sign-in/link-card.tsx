import type { LinkPurpose, MailLink } from '@stepledger/contracts/http/mail-links.ts'
import type { ReactNode } from 'react'
import { CallFailure } from '../../ui/error-banner.tsx'
import { DeadLink } from './dead-link.tsx'
import { FormCard } from './form-card.tsx'
import type { useMailLink } from './use-mail-link.ts'

type OpenLink = Extract<MailLink, { state: 'open' }>

interface Props {
  readonly title: string
  readonly purposes: readonly LinkPurpose[]
  readonly mailLink: ReturnType<typeof useMailLink>
  /** Shown when the URL has no token. */
  readonly missing?: string
  /** The link for requesting a new email, and its label. */
  readonly to: string
  readonly words: string
  readonly children: (link: OpenLink) => ReactNode
}

/** The page of a mail link. Its action is shown only while the link is valid. */
export function LinkCard({ title, purposes, mailLink, missing, to, words, children }: Props) {
  return <FormCard title={title}>{content()}</FormCard>

  function content() {
    const { token, link, error, retry, isDead } = mailLink
    if (token === '') return <DeadLink text={missing ?? 'Invalid verification link'} to={to} words={words} />
    if (isDead) return <DeadLink to={to} words={words} />
    if (link) {
      const isOpen = link.state === 'open' && purposes.includes(link.purpose)
      return isOpen ? children(link) : <DeadLink to={to} words={words} />
    }
    if (error)
      return <CallFailure className="mt-5" error={error} sentence="An error occurred" onRetry={retry} />
    return <LinkLoading />
  }
}

/** Shown while the link is checked; of about the final height. */
export function LinkLoading() {
  return (
    <p className="mute mt-3 min-h-44 text-lg" role="status">
      One moment…
    </p>
  )
}
