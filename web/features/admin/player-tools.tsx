import { useRef, useState } from 'react'
import { PlayPanel } from './play-panel.tsx'
import { PlayersPanel } from './players-panel.tsx'
import { WipePanel } from './wipe-panel.tsx'

/** The search for players and keys, and the withdrawal of plays. */
export function PlayerTools() {
  const [alias, setAlias] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const wipe = (found: string) => {
    setAlias(found)
    field.current?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlayersPanel onWipe={wipe} />
        <PlayPanel />
      </div>
      <WipePanel alias={alias} onAlias={setAlias} field={field} />
    </div>
  )
}
