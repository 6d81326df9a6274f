import type { KeyboardEvent, ReactNode } from 'react'

interface Choice<Value extends string> {
  readonly value: Value
  readonly className: string
  readonly content: ReactNode
}

interface Props<Value extends string> {
  readonly label: string
  readonly className: string
  readonly choices: readonly Choice<Value>[]
  /** Null: none is chosen yet. */
  readonly value: Value | null
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A radiogroup of buttons with one tab stop and arrow-key navigation. */
export function RadioButtons<Value extends string>({
  label,
  className,
  choices,
  value,
  disabled = false,
  onChange,
}: Props<Value>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    // With no choice the first button has the focus.
    const at = Math.max(
      0,
      choices.findIndex((choice) => choice.value === value),
    )
    const index = (at + step + choices.length) % choices.length
    const next = choices[index]
    if (!next) return
    onChange(next.value)
    const button = event.currentTarget.children[index]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-disabled={disabled}
      className={className}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a cell holds more than a label; a radiogroup of buttons is the pattern for that.
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value || (value === null && i === 0) ? 0 : -1}
          disabled={disabled}
          className={choice.className}
          onClick={() => onChange(choice.value)}
        >
          {choice.content}
        </button>
      ))}
    </div>
  )
}
