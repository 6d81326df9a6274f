import { type ComponentProps, useId } from 'react'
import { describedBy, FieldError, FieldHint } from './text-field.tsx'

interface Props extends ComponentProps<'select'> {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
}

export function SelectField({ label, error, hint, className = '', children, ...select }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        className={`select h-11 w-full md:h-10 ${error === undefined ? '' : 'fielderr'}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { error, hint })}
        {...select}
      >
        {children}
      </select>
      <FieldHint id={`${id}-hint`} text={hint} />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
