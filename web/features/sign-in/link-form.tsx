import type { ReactNode } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useCallForm } from '../../ui/use-call-form.ts'
import { CardForm } from './card-form.tsx'
import { linkPasswordForm, type PasswordMode } from './link-password-form.ts'

export interface LinkPassword {
  readonly password?: string
  readonly newPassword?: string
}

interface Props {
  readonly mode: PasswordMode
  /** The button's label, and its label while submitting. */
  readonly action: string
  readonly pending: string
  /** Uses the link. */
  readonly onSubmit: (typed: LinkPassword) => Promise<unknown>
  /** The fallback error message. */
  readonly sentence: string
  /** Below the button. */
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
