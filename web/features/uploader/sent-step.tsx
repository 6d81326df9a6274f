import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { anotherFolder, FolderButton } from './folder-button.tsx'
import { aheadText, keptText, percentOf } from './progress-text.ts'
import { LeftOutList, resultText, UploadedPack } from './upload-result.tsx'
import type { Uploader } from './use-uploader.ts'

interface Props {
  readonly uploader: Uploader
  readonly upload: PackUpload
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

function Processing({ uploader, upload }: Props) {
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
        <Button size="large" onClick={() => void uploader.cancelSent()}>
          Cancel
        </Button>
        <Button size="large" variant="ghost" onClick={uploader.clear}>
          Upload Another
        </Button>
      </div>
    </>
  )
}

function Ready({ uploader, upload }: Props) {
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
        <Button size="large" onClick={uploader.clear}>
          Upload Another
        </Button>
      </div>
    </>
  )
}

function Rejected({ uploader, upload }: Props) {
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
      <LeftOutList result={result} />
      <div className="flex flex-wrap gap-2">
        <FolderButton label={anotherFolder} variant="primary" onChoose={uploader.choose} />
      </div>
    </>
  )
}

function Cancelled({ uploader, upload }: Props) {
  return (
    <>
      <UploadedPack upload={upload} text={`Cancelled. ${keptText(upload)}`} />
      <div className="flex flex-wrap gap-2">
        <Button size="large" variant="primary" onClick={uploader.clear}>
          Upload Another
        </Button>
      </div>
    </>
  )
}
