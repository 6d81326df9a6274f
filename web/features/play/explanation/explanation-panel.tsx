import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { ExplanationOf } from './explanation-of.tsx'

interface Props {
  readonly playId: number
  readonly board: BoardName
}

/** How the score came about, for who asks: nothing of it is fetched before it is opened. */
export function ExplanationPanel({ playId, board }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <section className="panel mt-4 md:mt-6" aria-label="How this was scored">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 py-2.5 font-bold hover:bg-base-content/5 focus-visible:outline-2 focus-visible:-outline-offset-3 focus-visible:outline-base-content [&::-webkit-details-marker]:hidden">
          <Icon name="down" className="transition-none group-open:rotate-180" />
          How this was scored
        </summary>
        {open && <ExplanationOf playId={playId} board={board} />}
      </details>
    </section>
  )
}
