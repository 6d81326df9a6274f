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

interface Labelled {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly className?: string
}

interface FieldProps extends Labelled {
  /** Content right of the label, such as a link. */
  readonly aside?: ReactNode
  readonly look: string
  readonly children: (control: {
    readonly id: string
    readonly className: string
    readonly 'aria-invalid': boolean
    readonly 'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control between its label and its hint and error, which its attributes refer to. */
function Field({ label, error, hint, className = '', aside, look, children }: FieldProps) {
  const id = useId()
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])]
  return (
    <div className={className}>
      <span className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </span>
      {children({
        id,
        className: `${look} ${error === undefined ? '' : 'fielderr'}`,
        'aria-invalid': error !== undefined,
        'aria-describedby': ids.join(' ') || undefined,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="mute mt-1 block text-xs">
          {hint}
        </span>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

type TextFieldProps = Labelled & Pick<FieldProps, 'aside'> & ComponentProps<'input'>

export function TextField({ label, error, hint, className, aside, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, error, hint, className, aside }} look="input h-11 w-full md:h-10">
      {(control) => <input {...control} {...input} />}
    </Field>
  )
}

/** The password that the player has, or one that is chosen. */
export function PasswordField({ choose = false, ...field }: TextFieldProps & { choose?: boolean }) {
  return <TextField type="password" autoComplete={choose ? 'new-password' : 'current-password'} {...field} />
}

export function SelectField({
  label,
  error,
  hint,
  className,
  ...select
}: Labelled & ComponentProps<'select'>) {
  return (
    <Field {...{ label, error, hint, className }} look="select h-11 w-full md:h-10">
      {(control) => <select {...control} {...select} />}
    </Field>
  )
}

export function TextArea({
  label,
  error,
  hint,
  className,
  ...textarea
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field
      {...{ label, error, hint, className }}
      look="input h-auto w-full resize-y py-2 leading-5 whitespace-pre-wrap"
    >
      {(control) => <textarea {...control} {...textarea} />}
    </Field>
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

/** The input of a search. `className`: of its frame. */
export function SearchField({ className = 'h-11 w-full md:h-10', ...input }: ComponentProps<'input'>) {
  return (
    <label className={`input ${className}`}>
      <Icon name="find" className="mute" />
      <input autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} />
    </label>
  )
}
