import { getOperatedUploads, type OperatedUploads } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useOperationsRead } from './use-operations-read.ts'
import { WaitingPackRow } from './waiting-pack-row.tsx'

/** Uploads in progress, and packs whose charts wait for a decision. */
export function UploadsPanel() {
  const { data, error, refetch } = useOperationsRead(getOperatedUploads, 'uploads')
  return (
    <Panel title="Uploads">
      <CallFailure className="m-4" error={error} sentence="Failed to load uploads" onRetry={refetch} />
      {!data && !error && <SkeletonRows rows={3} shape="board" />}
      {data && data.uploads.length + data.waiting.length === 0 && (
        <p className="mute pad text-sm">Nothing is being uploaded, and no chart waits for a decision.</p>
      )}
      {data && (
        <ul>
          {data.uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
          {data.waiting.map((pack) => (
            <WaitingPackRow key={pack.packId} pack={pack} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

type Upload = OperatedUploads['uploads'][number]

function UploadRow({ upload: { name, uploader, size, state, songsDone, songs } }: { upload: Upload }) {
  const about = [uploader ?? 'Administrator', ...(size === null ? [] : [sizeText(size)])].join(' · ')
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-0">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="mute text-xs wrap-anywhere">{about}</p>
        </div>
        <Tag>
          {state === 'processing' ? 'Processing' : state === 'waiting' ? 'Queued' : 'Waiting for the zip'}
        </Tag>
      </div>
      {state === 'processing' && songs !== null && songs > 0 && (
        <div className="mt-2">
          <ProgressBar
            label={`Processing ${name}`}
            percent={Math.floor((100 * songsDone) / songs)}
            done={`${songsDone} of ${songs} songs`}
          />
        </div>
      )}
    </li>
  )
}
