import { getPack } from '@stepledger/contracts/http/packs.ts'
import { nameHash } from '@stepledger/contracts/look/placeholder.ts'
import type { PackUpload, UploadResult } from '@stepledger/contracts/packs/upload.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { aheadText, keptText, percentOf } from './progress-text.ts'
import type { Uploader } from './use-uploader.ts'

interface Props {
  readonly uploader: Uploader
  readonly upload: PackUpload
}

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

function UploadedPack({ upload, text }: { upload: PackUpload; text: string }) {
  const { name, packId, state } = upload
  return (
    <div className="flex items-center gap-3">
      <PackBanner upload={upload} />
      <div className="min-w-0">
        <p className="truncate text-lg font-bold">
          {state === 'ready' && packId !== null ? (
            <Link to={`/pack/${packId}`} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="mute text-sm">{text}</p>
      </div>
    </div>
  )
}

const noBanner = { banner: null, bannerUrl: null, mdBannerUrl: null, smBannerUrl: null }

function PackBanner({ upload: { name, packId, state } }: { upload: PackUpload }) {
  const enabled = state === 'ready' && packId !== null
  const { data } = useRead(getPack, { params: { id: String(packId) } }, { enabled })
  return <Banner hash={nameHash(name)} source={data ?? noBanner} className="w-28" />
}

/** "23 songs, 68 charts." */
function resultText(result: UploadResult | null): string {
  if (result === null || 'reason' in result) return ''
  return `${counted(result.songs, 'song')}, ${counted(result.charts, 'chart')}.`
}

/** Longer lists scroll on wide screens. On narrow ones, where the uploads are below, every list has a small height. */
const fewEntries = 8

/** The songs that the server rejected, each with a reason. */
function LeftOutList({ result }: { result: UploadResult | null }) {
  const leftOut = result?.leftOut ?? []
  if (leftOut.length === 0) return null
  const long = leftOut.length > fewEntries
  return (
    <section aria-label="Left out">
      <h3 className="text-sm font-semibold">
        Left out <span className="mute font-normal">{leftOut.length}</span>
      </h3>
      <ul
        className={`mt-1.5 grid gap-1.5 overflow-y-auto max-lg:max-h-28 ${long ? 'lg:max-h-64' : ''}`}
        // Focusable, so that the list can be scrolled by keyboard.
        tabIndex={leftOut.length > 1 ? 0 : undefined}
      >
        {leftOut.map(({ name, reason }) => (
          <li key={`${name}\n${reason}`} className="flex gap-2.5 text-sm">
            <Icon name="warn" className="fe mt-px" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <b className="font-semibold">{name}</b>
              <span className="mute">: {reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const anotherFolder = 'Choose Another Folder'

interface FolderButtonProps {
  readonly label: string
  readonly variant?: ButtonVariant
  readonly onChoose: (files: FileList) => void
}

export function FolderButton({ label, variant, onChoose }: FolderButtonProps) {
  return (
    <FileButton size="large" variant={variant} name="Pack folder" folder onChoose={onChoose}>
      {label}
    </FileButton>
  )
}
