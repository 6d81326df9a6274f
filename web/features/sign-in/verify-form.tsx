import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LinkForm, type LinkPassword } from './link-form.tsx'

interface Props {
  readonly alias: string
  /** Whether the link's player is signed in. */
  readonly isOwn: boolean
  readonly sentence: string
  readonly onSubmit: (typed: LinkPassword) => Promise<unknown>
}

/** Verifies an email: directly if its player is signed in, else by password or with a new password. */
export function VerifyForm({ alias, isOwn, sentence, onSubmit }: Props) {
  const [isNew, setNew] = useState(false)
  const common = { sentence, onSubmit, pending: 'Verifying…' }
  if (isOwn)
    return (
      <>
        <p className="mt-3 text-lg break-words">
          Confirm that this email belongs to you, <b>{alias}</b>.
        </p>
        <LinkForm key="own" mode="own" action="Verify Email" {...common} />
      </>
    )
  if (isNew)
    return (
      <>
        <p className="mt-3 text-lg break-words">
          Choose a new password for <b>{alias}</b>.
        </p>
        <p className="mute mt-2">
          The old password, and all sessions, API keys and passkeys stop working. Then only you have access.
        </p>
        <LinkForm key="new" mode="new" action="Set Password and Verify" {...common}>
          <Button size="large" variant="ghost" onClick={() => setNew(false)}>
            I Know the Password
          </Button>
        </LinkForm>
      </>
    )
  return (
    <>
      <p className="mt-3 text-lg break-words">
        Enter the password of <b>{alias}</b> to verify your email.
      </p>
      <LinkForm key="known" mode="known" action="Verify Email" {...common}>
        <Button size="large" variant="ghost" onClick={() => setNew(true)}>
          I Don't Know the Password
        </Button>
      </LinkForm>
    </>
  )
}
