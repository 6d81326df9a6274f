import { type KeyboardEvent, useState } from 'react'

/** The active option of a combobox: arrow keys move it, Enter chooses it. */
export function useActiveOption<Option>(options: readonly Option[], onChoose: (option: Option) => void) {
  const [active, setActive] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options[active]
    if (step !== undefined && options.length > 0) setActive((active + step + options.length) % options.length)
    else if (event.key === 'Enter' && option !== undefined) onChoose(option)
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}
