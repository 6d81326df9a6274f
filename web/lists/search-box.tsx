import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../ui/icon.tsx'

/** How long typing must rest before it is searched for, in ms. */
const searchPause = 300

interface Props {
  /** "Search songs": what it is called; shown, with dots after it, while it is empty. */
  readonly label: string
  /** What is searched for now. */
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

/** A line to type in what a list is searched for. */
export function SearchBox({ label, search, onSearch, className = '' }: Props) {
  const [text, setText] = useState(search)
  const [sought, setSought] = useState(search)
  // The address changed by other means, such as Back: the box follows.
  if (search !== sought) {
    setSought(search)
    if (search !== text.trim()) setText(search)
  }
  const seek = useEffectEvent(() => {
    if (text.trim() !== search) onSearch(text.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer runs again with every letter.
  useEffect(() => {
    const timer = setTimeout(() => seek(), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className={`input h-10 w-full md:h-9 ${className}`}>
      <Icon name="find" className="mute" />
      <input
        type="search"
        placeholder={`${label}...`}
        aria-label={label}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  )
}
