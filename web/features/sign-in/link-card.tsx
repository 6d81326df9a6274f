import { newPassword } from '@stepledger/contracts/http/accounts.ts'
import { checkMailLink, type LinkPurpose, type MailLink } from '@stepledger/contracts/http/mail-links.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { CallError } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSigning, useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { CallFailure, ErrorBanner } from '../../ui/states.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm, FormCard } from './card-form.tsx'

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
  useDocumentTitle(title)
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

/** Shown when a link belongs to another player than the signed-in one, whose session stays. */
export function OtherPlayer({ alias }: { alias: string }) {
  const user = useUser()
  const { signOut } = useSigning()
  return (
    <>
      <p className="mt-3 text-lg break-words">
        This link is for <b>{alias}</b>, but you're signed in as <b>{user?.alias ?? 'another player'}</b>.
      </p>
      <div className="mt-5 grid gap-2">
        <Button size="large" variant="primary" onClick={signOut}>
          Sign Out to Continue
        </Button>
        <Link className="btn h-11 md:h-10" to="/">
          Stay Signed In
        </Link>
      </div>
    </>
  )
}

/** The mail link of this page: its token, and whether the current visitor can use it. */
export function useMailLink() {
  const call = useCall()
  const { token: session } = useSession()
  const [search] = useSearchParams()
  const [isDead, setDead] = useState(false)
  const token = search.get('token') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-link', token, session],
    queryFn: ({ signal }) => call(checkMailLink, { body: { token } }, signal),
    enabled: token !== '',
  })
  /** Does what the link is for; that the link is dead is kept, not thrown. */
  const open = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (reason) {
      if (!isDeadLink(reason)) throw reason
      setDead(true)
    }
  }
  return { token, link: data, error, retry: () => void refetch(), isDead, open }
}

export interface LinkPassword {
  readonly password?: string
  readonly newPassword?: string
}

interface LinkFormProps {
  readonly mode: PasswordMode
  /** The button's label, and its label while submitting. */
  readonly action: string
  readonly pending: string
  readonly onSubmit: (typed: LinkPassword) => Promise<unknown>
  readonly sentence: string
  readonly children?: ReactNode
}

/** The form that uses a link, with the required password. */
export function LinkForm({ mode, action, pending, onSubmit, sentence, children }: LinkFormProps) {
  const { field, submit, ...form } = useCallForm(linkPasswordForm(mode), { password: '', newPassword: '' }, [
    'password',
    'newPassword',
  ])
  const send = submit(
    ({ password, newPassword }) =>
      onSubmit(mode === 'known' ? { password } : mode === 'new' ? { newPassword } : {}),
    sentence,
  )
  return (
    <CardForm form={form} onSubmit={send} action={action} pending={pending} below={children}>
      {mode === 'known' && <PasswordField label="Password" {...field('password')} />}
      {mode === 'new' && <PasswordField choose label="New password" {...field('newPassword')} />}
    </CardForm>
  )
}

/** `own`: already signed in · `known`: enter the password · `new`: choose a new password. */
type PasswordMode = 'own' | 'known' | 'new'

const linkPasswordForm = (mode: PasswordMode) =>
  z.object({
    password: mode === 'known' ? z.string().min(1, 'Password is required') : z.string(),
    newPassword: mode === 'new' ? newPassword : z.string(),
  })

/** Whether a call failed because the link was used, replaced or has expired. A retry can't help. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof CallError && error.field === 'token'
}

export const deadLink = 'This link has expired or was already used. Request a new one.'

interface DeadLinkProps {
  readonly text?: string
  /** The link for requesting a new email, and its label. */
  readonly to: string
  readonly words: string
}

function DeadLink({ text = deadLink, to, words }: DeadLinkProps) {
  return (
    <>
      <ErrorBanner className="mt-5" text={text} />
      <Link className="btn btn-primary mt-5 h-11 w-full md:h-10" to={to}>
        {words}
      </Link>
    </>
  )
}
