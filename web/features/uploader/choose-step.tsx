import { type DragEvent, useState } from 'react'
import { droppedEntries } from './dropped-folder.ts'
import { FolderButton } from './folder-button.tsx'

interface Props {
  /** A dropped folder is being read. */
  readonly reading: boolean
  readonly onChoose: (files: FileList) => void
  readonly onDrop: (entries: readonly FileSystemEntry[]) => void
}

/** The first step: a drop zone and the folder picker. */
export function ChooseStep({ reading, onChoose, onDrop }: Props) {
  const [over, setOver] = useState(false)
  const allow = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!reading) onDrop(droppedEntries(event.dataTransfer))
  }
  return (
    <>
      {/** biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards */}
      <div
        className={`grid justify-items-center gap-1 rounded-[2px] border border-dashed px-4 py-8 text-center md:py-12 ${over ? 'border-primary bg-primary/10' : 'border-(--line-2)'}`}
        onDragEnter={allow}
        onDragOver={allow}
        onDragLeave={() => setOver(false)}
        onDrop={take}
      >
        <svg className="ic mute size-7" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M1.8 12.8V3.5h4.5l1.6 2h6.3v7.3z" />
        </svg>
        <p className="mt-1 text-lg font-bold">
          {reading ? 'Reading the folder…' : 'Drop a pack folder here'}
        </p>
        <p className="mute max-w-[44ch] text-sm">
          Choose one pack's folder, with a folder for each song. Nothing is uploaded until you confirm.
        </p>
        <div className="mt-2">
          <FolderButton label="Choose Folder" onChoose={onChoose} />
        </div>
      </div>
      <div>
        <button type="button" className="btn h-11 md:h-10" disabled>
          Process Pack
        </button>
      </div>
    </>
  )
}
