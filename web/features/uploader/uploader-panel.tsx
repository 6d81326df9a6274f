import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { counted } from '../../ui/count-text.ts'
import { Tag } from '../../ui/tag.tsx'
import { droppedEntries } from './chosen-folder.ts'
import { announcement, percentOf } from './progress-text.ts'
import { sentBytes, type UploaderState } from './uploader-state.ts'
import { UploaderStep } from './uploader-step.tsx'
import type { Uploader } from './use-uploader.ts'

export function UploaderPanel({ uploader }: { uploader: Uploader }) {
  const { state } = uploader
  const title = panelTitle(state)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  // The pressed button is unmounted with its step, so the focus moves to the heading.
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <section className="panel min-w-0" aria-labelledby="uploader">
      <div className="panel-head">
        <h2 id="uploader" ref={heading} tabIndex={-1} className="mr-auto">
          {title}
        </h2>
        {panelTag(state)}
      </div>
      <p className="sr-only" role="status">
        {announcement(state)}
      </p>
      {/* Steps that change automatically have one height on phones, which prevents a layout shift of the uploads below. */}
      <DropZone onDrop={(entries) => void uploader.drop(entries)}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 max-lg:min-h-84">
          <UploaderStep uploader={uploader} />
        </div>
      </DropZone>
    </section>
  )
}

interface Props {
  readonly onDrop: (entries: readonly FileSystemEntry[]) => void
  readonly children: ReactNode
}

/** Takes a dropped folder in every step. `data-over` is set while something is dragged over it. */
function DropZone({ onDrop, children }: Props) {
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

const titles = {
  empty: 'Choose a folder',
  chosen: 'Folder chosen',
  zipping: 'Zipping',
  zipped: 'Zip ready',
  uploading: 'Uploading',
} as const
const sentTitles = {
  issued: 'Processing',
  waiting: 'Processing',
  processing: 'Processing',
  ready: 'Ready',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const

function panelTitle(state: UploaderState): string {
  return state.step === 'sent' ? sentTitles[state.upload.state] : titles[state.step]
}

/** The tag right of the title: size or progress. */
function panelTag(state: UploaderState) {
  switch (state.step) {
    case 'empty':
      return null
    case 'chosen':
      return <Tag>{counted(state.folder.total, 'file')}</Tag>
    case 'zipping':
      return <Tag>in your browser</Tag>
    case 'zipped':
      return <Tag variant="ok">{sizeText(state.zip.size)}</Tag>
    case 'uploading':
      return <Tag>{percentOf(sentBytes(state), state.zip.size)}%</Tag>
    case 'sent':
      return <UploadTag upload={state.upload} />
  }
}

interface TagProps {
  readonly upload: PackUpload
  /** Whether the page is uploading it. */
  readonly sending?: boolean
  readonly short?: boolean
}

export function UploadTag({ upload, sending = false, short = false }: TagProps) {
  const { state, songs, songsDone, ahead } = upload
  switch (state) {
    case 'ready':
      return <Tag variant="ok">Ready</Tag>
    case 'rejected':
      return <Tag variant="bad">Rejected</Tag>
    case 'cancelled':
      return <Tag>Cancelled</Tag>
    case 'processing':
      if (songs === null) return <Tag>{short ? 'Opening' : 'Opening the zip'}</Tag>
      return <Tag>{`${songsDone} of ${short ? songs : counted(songs, 'song')}`}</Tag>
    case 'waiting':
      return <Tag>{ahead > 0 ? `${ahead} ahead` : 'Waiting'}</Tag>
    case 'issued':
      return <Tag>{sending ? 'Uploading' : 'Not uploaded yet'}</Tag>
  }
}
