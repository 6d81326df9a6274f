import { type LeftOut, leftOutLabels } from '@stepledger/contracts/packs/pack-files.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ErrorBanner } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type ChosenFolder, droppedEntries, type FolderFile } from './chosen-folder.ts'
import { announcement, bytesOf, percentOf } from './progress-text.ts'
import { anotherFolder, FolderButton, SentStep } from './sent-step.tsx'
import {
  canProcess,
  nameProblem,
  type Sample,
  secondsLeft,
  sentBytes,
  timeLeftText,
  type UploaderState,
} from './uploader-state.ts'
import type { Uploader } from './use-uploader.ts'
import type { ZipProgress } from './zip-worker.ts'

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

function UploaderStep({ uploader }: { uploader: Uploader }) {
  const { state } = uploader
  const problem = 'problem' in state ? state.problem : null
  return (
    <>
      {problem && <ErrorBanner {...problem} />}
      <Step uploader={uploader} />
    </>
  )
}

function Step({ uploader }: { uploader: Uploader }) {
  const { state } = uploader
  switch (state.step) {
    case 'empty':
      return <ChooseStep {...state} uploader={uploader} />
    case 'chosen':
      return <NamedStep {...state} zip={null} uploader={uploader} />
    case 'zipping':
      return <ZippingStep {...state} uploader={uploader} />
    case 'zipped':
      return <NamedStep {...state} uploader={uploader} />
    case 'uploading':
      return <UploadingStep {...state} uploader={uploader} />
    case 'sent':
      return <SentStep {...state} uploader={uploader} />
  }
}

function ChooseStep({ uploader, reading }: { uploader: Uploader; reading: boolean }) {
  return (
    <>
      <div className="grid justify-items-center gap-1 rounded-[2px] border border-dashed border-(--line-2) px-4 py-8 text-center group-data-over/drop:border-primary md:py-12">
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
          <FolderButton label="Choose Folder" variant="primary" onChoose={uploader.choose} />
        </div>
      </div>
      <div>
        <Button size="large" disabled>
          Process Pack
        </Button>
      </div>
    </>
  )
}

interface NamedStepProps {
  readonly uploader: Uploader
  readonly name: string
  readonly folder: ChosenFolder
  /** Null: not zipped yet. */
  readonly zip: Blob | null
}

/** The step after choosing a folder, and after zipping it to look at the zip: the name, and what to do next. */
function NamedStep({ uploader, name, folder, zip }: NamedStepProps) {
  const { dispatch, process, upload, choose, clear } = uploader
  const disabled = !canProcess({ name, folder })
  return (
    <>
      <TextField
        label="Pack name"
        value={name}
        error={nameProblem(name)}
        autoComplete="off"
        onChange={({ currentTarget }) => dispatch({ type: 'renamed', name: currentTarget.value })}
      />
      {zip ? (
        <p className="mute text-sm">
          {counted(folder.chosen.files.length, 'file')} in one zip. You can still change the name.
        </p>
      ) : (
        <FolderSummary folder={folder} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="large" variant="primary" disabled={disabled} onClick={() => void upload()}>
          Upload Pack
        </Button>
        {zip ? (
          <Button size="large" disabled={disabled} onClick={() => saveFile(`${name.trim()}.zip`, zip)}>
            <Icon name="download" /> Download Zip
          </Button>
        ) : (
          <Button size="large" disabled={disabled} onClick={() => void process()}>
            Process Pack
          </Button>
        )}
        <FolderButton label={anotherFolder} onChoose={choose} />
        <Button size="large" variant="ghost" onClick={clear}>
          Clear
        </Button>
      </div>
      {!zip && <p className="mute -mt-2 text-sm">Process Pack makes the zip without uploading it.</p>}
    </>
  )
}

function FolderSummary({ folder: { chosen } }: { folder: ChosenFolder }) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className="text-sm font-semibold">
        Included / left out
      </h3>
      <ul className="mt-1.5 rounded-[2px] border border-line" aria-labelledby={id}>
        {chosen.songs.length > 0 && (
          <Row
            included
            label={`${counted(chosen.songs.length, 'song')} included`}
            count={counted(chosen.files.length, 'file')}
            bytes={chosen.bytes}
          />
        )}
        {chosen.leftOut.map((group) => (
          <Row
            key={group.reason}
            label={leftOutLabels[group.reason]}
            count={countOf(group)}
            bytes={group.bytes}
          />
        ))}
      </ul>
    </div>
  )
}

function countOf({ folders, files }: LeftOut<FolderFile>): string {
  return folders > 0 ? counted(folders, 'folder') : counted(files.length, 'file')
}

interface RowProps {
  readonly included?: boolean
  readonly label: string
  readonly count: string
  readonly bytes: number
}

function Row({ included = false, label, count, bytes }: RowProps) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto_auto] min-[24rem]:grid-cols-[1rem_minmax(0,1fr)_4.5rem_4.25rem] items-center gap-2.5 border-b border-line px-3 py-2 text-sm last:border-0">
      <Icon name={included ? 'check' : 'close'} className={`size-3.5 ${included ? 'text-own' : 'mute'}`} />
      <span className={included ? 'font-semibold' : ''}>
        {label}
        {!included && <span className="sr-only"> left out</span>}
      </span>
      <span className="mute text-right whitespace-nowrap">{count}</span>
      <span className="mute text-right whitespace-nowrap">{sizeText(bytes)}</span>
    </li>
  )
}

interface ZippingStepProps {
  readonly uploader: Uploader
  readonly name: string
}

interface ZippingProps extends ZippingStepProps {
  readonly folder: ChosenFolder
  readonly progress: ZipProgress
}

function ZippingStep({ uploader, name, folder: { chosen }, progress }: ZippingProps) {
  const { files, bytes, current } = progress
  return (
    <WorkingStep uploader={uploader} name={name}>
      <ProgressBar
        label="Zipping"
        percent={percentOf(bytes, chosen.bytes)}
        done={`${files} of ${chosen.files.length} files`}
        aside={bytesOf(bytes, chosen.bytes)}
      />
      <p className="mute truncate text-sm">{shownPath(current)}</p>
    </WorkingStep>
  )
}

/** "Kármán Line / karman-bn.png", without the pack's folder. */
function shownPath(path: string): string {
  return path.split('/').slice(1).join(' / ') || '…'
}

interface UploadingProps extends ZippingStepProps {
  readonly zip: Blob
  readonly samples: readonly Sample[]
}

function UploadingStep({ uploader, name, zip, samples }: UploadingProps) {
  // Leaving the page aborts the upload, so the browser asks for confirmation.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const sent = sentBytes({ samples })
  const left = secondsLeft(samples, zip.size)
  return (
    <WorkingStep uploader={uploader} name={name}>
      <ProgressBar
        label="Uploading"
        percent={percentOf(sent, zip.size)}
        done={bytesOf(sent, zip.size)}
        aside={left === null ? undefined : timeLeftText(left)}
      />
      <p className="mute text-sm">Stay on this page until it's done.</p>
    </WorkingStep>
  )
}

/** The name, the progress of the work, and what ends it. */
function WorkingStep({ uploader, name, children }: ZippingStepProps & { readonly children: ReactNode }) {
  return (
    <>
      <div>
        <p className="mute text-sm">Pack name</p>
        <p className="text-lg font-bold break-words">{name}</p>
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button size="large" onClick={uploader.clear}>
          Cancel
        </Button>
        <FolderButton label={anotherFolder} onChoose={uploader.choose} />
      </div>
    </>
  )
}
