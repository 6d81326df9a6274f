import { useId } from 'react'

interface ChoiceProps<Value> {
  readonly label: string
  /** The label of the option without a filter. */
  readonly all: string
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly className?: string
}

/** A labelled select whose first option is no filter. */
export function Choice<Value extends string | number>({
  label,
  all,
  options,
  value,
  onChange,
  className = 'md:w-48',
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block truncate text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="select h-10 w-full md:h-9"
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) =>
          onChange(options.find((option) => String(option.value) === target.value)?.value)
        }
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
