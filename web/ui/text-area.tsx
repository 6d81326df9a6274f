import { type ComponentProps, useId } from 'react'
import { describedBy, FieldError, FieldHint } from './text-field.tsx'

interface Props extends ComponentProps<'textarea'> {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
}

export function TextArea({ label, error, hint, className = '', ...textarea }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        className={`input h-auto w-full resize-y py-2 leading-5 whitespace-pre-wrap ${error === undefined ? '' : 'fielderr'}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { error, hint })}
        {...textarea}
      />
      <FieldHint id={`${id}-hint`} text={hint} />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
