import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from '../search-field.tsx'
import { typingPause } from '../use-debounced.ts'

interface Props {
  /** The accessible name, also shown as the placeholder: "Search songs". */
  readonly label: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

export function SearchBox({ label, search, onSearch, className = '' }: Props) {
  const [text, setText] = useState(search)
  const [lastSearch, setLastSearch] = useState(search)
  // The URL changed by other means, such as Back: the box follows.
  if (search !== lastSearch) {
    setLastSearch(search)
    if (search !== text.trim()) setText(search)
  }
  const submit = useEffectEvent(() => {
    if (text.trim() !== search) onSearch(text.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke restarts the timer.
  useEffect(() => {
    const timer = setTimeout(() => submit(), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchField
      type="search"
      className={`h-10 w-full md:h-9 ${className}`}
      placeholder={`${label}...`}
      aria-label={label}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
