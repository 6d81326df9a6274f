import { type DragEvent, type ReactNode, useState } from 'react'
import { droppedEntries } from './dropped-folder.ts'

interface Props {
  readonly onDrop: (entries: readonly FileSystemEntry[]) => void
  readonly children: ReactNode
}

/** Takes a dropped folder in every step. `data-over` is set while something is dragged over it. */
export function DropZone({ onDrop, children }: Props) {
  const [over, setOver] = useState(false)
  const allow = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    // Also fired when the pointer moves between elements inside.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDrop(droppedEntries(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each step has a button that does the same for keyboards
    <div
      className="group/drop data-over:bg-primary/10"
      data-over={over || undefined}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={leave}
      onDrop={take}
    >
      {children}
    </div>
  )
}
