import type { FormEventHandler, ReactNode } from 'react'
import type { ErrorText } from '../../api/call-error.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'

interface Props {
  readonly form: { readonly failure: ErrorText | null; readonly isSubmitting: boolean }
  readonly onSubmit: FormEventHandler
  /** The button's label, and its label while submitting. */
  readonly action: string
  readonly pending: string
  /** Disables the button also when the form is not submitting. */
  readonly disabled?: boolean
  /** Below the button. */
  readonly below?: ReactNode
  /** The fields. */
  readonly children?: ReactNode
}

/** The form of a card: the failure, the fields, and the button that submits them. */
export function CardForm({ form, onSubmit, action, pending, disabled = false, below, children }: Props) {
  const { failure, isSubmitting } = form
  return (
    <form className="mt-5 grid gap-4" noValidate onSubmit={onSubmit}>
      {failure && <ErrorBanner {...failure} />}
      {children}
      <button
        type="submit"
        className="btn btn-primary h-11 w-full md:h-10"
        disabled={disabled || isSubmitting}
      >
        {isSubmitting ? pending : action}
      </button>
      {below}
    </form>
  )
}
