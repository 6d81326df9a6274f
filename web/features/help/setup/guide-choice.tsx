import { RadioButtons } from '../../../ui/radio-buttons.tsx'

interface Props<Id extends string> {
  readonly label: string
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly what?: string }[]
  readonly value: Id | null
  readonly disabled?: boolean
  readonly onChange: (id: Id) => void
}

/** A choice of the guide, dimmed while the one before is open. */
export function GuideChoice<Id extends string>({
  label,
  choices,
  value,
  disabled = false,
  onChange,
}: Props<Id>) {
  return (
    <RadioButtons
      label={label}
      className={`choices ${disabled ? 'opacity-50' : ''}`}
      value={value}
      disabled={disabled}
      onChange={onChange}
      choices={choices.map(({ id, label: name, what }) => ({
        value: id,
        className: '',
        content: (
          <>
            {name}
            {what !== undefined && <span className="mute block text-xs font-normal">{what}</span>}
          </>
        ),
      }))}
    />
  )
}
