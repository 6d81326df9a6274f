import { type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ChosenFolder } from './chosen-folder.ts'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { bytesOf, percentOf } from './progress-text.ts'
import { type Sample, secondsLeft, timeLeftText } from './time-left.ts'
import { sentBytes } from './uploader-state.ts'
import type { Uploader } from './use-uploader.ts'
import type { ZipProgress } from './zip-messages.ts'

interface Props {
  readonly uploader: Uploader
  readonly name: string
}

interface ZippingProps extends Props {
  readonly folder: ChosenFolder
  readonly progress: ZipProgress
}

export function ZippingStep({ uploader, name, folder: { chosen }, progress }: ZippingProps) {
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

interface UploadingProps extends Props {
  readonly zip: Blob
  readonly samples: readonly Sample[]
}

export function UploadingStep({ uploader, name, zip, samples }: UploadingProps) {
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
function WorkingStep({ uploader, name, children }: Props & { readonly children: ReactNode }) {
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
