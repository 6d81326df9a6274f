import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFormFailure } from '../../ui/use-form-failure.ts'
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
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(linkPasswordForm(mode)),
    defaultValues: { password: '', newPassword: '' },
  })
  const { failure, setFailure, showError } = useFormFailure(setError, ['password', 'newPassword'])
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, newPassword }) => {
    setFailure(null)
    try {
      await onSubmit(mode === 'known' ? { password } : mode === 'new' ? { newPassword } : {})
    } catch (error) {
      showError(error, sentence)
    }
  })
  return (
    <form className="mt-5 grid gap-4" noValidate onSubmit={submit}>
      {failure && <ErrorBanner {...failure} />}
      {mode === 'known' && (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      {mode === 'new' && (
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
      )}
      <button type="submit" className="btn btn-primary h-11 w-full md:h-10" disabled={isSubmitting}>
        {isSubmitting ? pending : action}
      </button>
      {children}
    </form>
  )
}
