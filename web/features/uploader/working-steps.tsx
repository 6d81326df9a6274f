import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ChosenFolder } from './chosen-folder.ts'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { FixedName } from './name-field.tsx'
import { bytesOf, percentOf } from './progress-text.ts'
import { type Sample, secondsLeft, timeLeftText } from './time-left.ts'
import { sentBytes } from './uploader-state.ts'
import type { ZipProgress } from './zip-messages.ts'

interface Props {
  readonly name: string
  /** Ends the work and starts over with this folder. */
  readonly onChoose: (files: FileList) => void
  readonly onCancel: () => void
}

interface ZippingProps extends Props {
  readonly folder: ChosenFolder
  readonly progress: ZipProgress
}

export function ZippingStep({ name, folder: { chosen }, progress, onChoose, onCancel }: ZippingProps) {
  const { files, bytes, current } = progress
  return (
    <>
      <FixedName name={name} />
      <ProgressBar
        label="Zipping"
        percent={percentOf(bytes, chosen.bytes)}
        done={`${files} of ${chosen.files.length} files`}
        aside={bytesOf(bytes, chosen.bytes)}
      />
      <p className="mute truncate text-sm">{shownPath(current)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <FolderButton label={anotherFolder} onChoose={onChoose} />
      </div>
    </>
  )
}

/** "Kármán Line / karman-bn.png", without the pack's folder. */
function shownPath(path: string): string {
  return path.split('/').slice(1).join(' / ') || '…'
}

interface UploadingProps extends Props {
  readonly zip: Blob
  readonly samples: readonly Sample[]
}

export function UploadingStep({ name, zip, samples, onChoose, onCancel }: UploadingProps) {
  // Leaving the page aborts the upload, so the browser asks for confirmation.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const sent = sentBytes({ samples })
  const left = secondsLeft(samples, zip.size)
  return (
    <>
      <FixedName name={name} />
      <ProgressBar
        label="Uploading"
        percent={percentOf(sent, zip.size)}
        done={bytesOf(sent, zip.size)}
        aside={left === null ? undefined : timeLeftText(left)}
      />
      <p className="mute text-sm">Stay on this page until it's done.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <FolderButton label={anotherFolder} onChoose={onChoose} />
      </div>
    </>
  )
}
