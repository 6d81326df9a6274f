import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

/** The error below a field, referenced by its `aria-describedby`. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span id={id} className="fe mt-1 flex items-center gap-1.5 text-sm" role="alert">
      <Icon name="warn" />
      {text}
    </span>
  )
}

/** The hint below a field, referenced by its `aria-describedby`. */
export function FieldHint({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span id={id} className="mute mt-1 block text-xs">
      {text}
    </span>
  )
}

/** The ids of a field's hint and error, for its `aria-describedby`. */
export function describedBy(
  id: string,
  { error, hint }: { error: string | undefined; hint: string | undefined },
): string | undefined {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])]
  return ids.length > 0 ? ids.join(' ') : undefined
}

interface Props extends ComponentProps<'input'> {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  /** Content right of the label, such as a link. */
  readonly aside?: ReactNode
}

export function TextField({ label, error, hint, aside, className = '', ...input }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <span className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </span>
      <input
        id={id}
        className={`input h-11 w-full md:h-10 ${error === undefined ? '' : 'fielderr'}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { error, hint })}
        {...input}
      />
      <FieldHint id={`${id}-hint`} text={hint} />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

interface CheckProps extends ComponentProps<'input'> {
  readonly label: ReactNode
  readonly error?: string | undefined
}

export function CheckField({ label, error, className = '', ...input }: CheckProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-10 items-center gap-2.5 md:min-h-6">
        <input
          type="checkbox"
          className={`checkbox checkbox-sm ${error === undefined ? '' : 'fielderr'}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          {...input}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
