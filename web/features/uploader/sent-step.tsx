import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { aheadText, keptText, percentOf } from './progress-text.ts'
import { LeftOutList, resultText, UploadedPack } from './upload-result.tsx'

interface Props {
  readonly upload: PackUpload
  readonly onChoose: (files: FileList) => void
  readonly onCancel: () => void
  readonly onAnother: () => void
}

/** The step after the upload: processing and its result. */
export function SentStep(props: Props) {
  switch (props.upload.state) {
    case 'ready':
      return <Ready {...props} />
    case 'rejected':
      return <Rejected {...props} />
    case 'cancelled':
      return <Cancelled {...props} />
    default:
      return <Processing {...props} />
  }
}

function Processing({ upload, onCancel, onAnother }: Props) {
  const { state, songs, songsDone, ahead } = upload
  const counts = state === 'processing' && songs !== null
  return (
    <>
      <UploadedPack
        upload={upload}
        text="Uploaded. It will be processed in the background and data will be available shortly."
      />
      <ProgressBar
        label="Processing"
        percent={percentOf(songsDone, songs ?? 0)}
        done={counts ? `Processing ${songsDone} of ${songs} songs` : 'Waiting in line'}
        aside={counts ? `${percentOf(songsDone, songs)}%` : undefined}
      />
      <p className="mute text-sm">
        You can leave this page.{state === 'waiting' && ahead > 0 && ` ${aheadText(ahead)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="large" variant="ghost" onClick={onAnother}>
          Upload Another
        </Button>
      </div>
    </>
  )
}

function Ready({ upload, onAnother }: Props) {
  return (
    <>
      <UploadedPack upload={upload} text={resultText(upload.result)} />
      <LeftOutList result={upload.result} />
      <div className="flex flex-wrap gap-2">
        {upload.packId !== null && (
          <Link to={`/pack/${upload.packId}`} className="btn btn-primary h-11 md:h-10">
            Open Pack
          </Link>
        )}
        <Button size="large" onClick={onAnother}>
          Upload Another
        </Button>
      </div>
    </>
  )
}

function Rejected({ upload, onChoose }: Props) {
  const { name, result } = upload
  const rejection = result && 'reason' in result ? result : null
  return (
    <>
      <div className="err" role="alert">
        <Icon name="warn" />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <b className="font-semibold">{name} isn't a pack.</b> {rejection?.reason}
        </p>
      </div>
      <p className="mute text-sm">
        {keptText(upload)} {rejection?.advice}
      </p>
      <div className="flex flex-wrap gap-2">
        <FolderButton label={anotherFolder} variant="primary" onChoose={onChoose} />
      </div>
    </>
  )
}

function Cancelled({ upload, onAnother }: Props) {
  return (
    <>
      <UploadedPack upload={upload} text={`Cancelled. ${keptText(upload)}`} />
      <div className="flex flex-wrap gap-2">
        <Button size="large" variant="primary" onClick={onAnother}>
          Upload Another
        </Button>
      </div>
    </>
  )
}
