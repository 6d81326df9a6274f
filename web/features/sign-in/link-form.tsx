import { newPassword } from '@stepledger/contracts/http/shapes/password.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm } from './card-form.tsx'

export interface LinkPassword {
  readonly password?: string
  readonly newPassword?: string
}

interface Props {
  readonly mode: PasswordMode
  /** The button's label, and its label while submitting. */
  readonly action: string
  readonly pending: string
  readonly onSubmit: (typed: LinkPassword) => Promise<unknown>
  /** The fallback error message. */
  readonly sentence: string
  readonly children?: ReactNode
}

/** The form that uses a link, with the required password. */
export function LinkForm({ mode, action, pending, onSubmit, sentence, children }: Props) {
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
      {mode === 'known' && (
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
      )}
      {mode === 'new' && (
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          {...field('newPassword')}
        />
      )}
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
