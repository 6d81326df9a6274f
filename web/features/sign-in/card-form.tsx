import type { FormEventHandler, ReactNode } from 'react'
import type { ErrorText } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/states.tsx'

interface Props {
  readonly form: { readonly failure: ErrorText | null; readonly isSubmitting: boolean }
  readonly onSubmit: FormEventHandler
  /** The button's label, and its label while submitting. */
  readonly action: string
  readonly pending: string
  /** Disables the button also when the form is not submitting. */
  readonly disabled?: boolean
  readonly below?: ReactNode
  readonly children?: ReactNode
}

export function CardForm({ form, onSubmit, action, pending, disabled = false, below, children }: Props) {
  const { failure, isSubmitting } = form
  return (
    <form className="mt-5 grid gap-4" noValidate onSubmit={onSubmit}>
      {failure && <ErrorBanner {...failure} />}
      {children}
      <Button
        type="submit"
        size="large"
        variant="primary"
        className="w-full"
        disabled={disabled || isSubmitting}
      >
        {isSubmitting ? pending : action}
      </Button>
      {below}
    </form>
  )
}

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel mx-auto mt-2 w-full max-w-md md:mt-8">
      <div className="p-4 md:p-6">
        <h1 className="text-2xl font-extrabold font-stretch-semi-expanded">{title}</h1>
        {children}
      </div>
    </section>
  )
}
