import { acceptCharts, refuseCharts } from '@stepledger/contracts/http/operated-packs.ts'
import { getOperatedUploads, type OperatedUploads } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { counted } from '../../ui/count-text.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useOperationsRead } from './use-operations-read.ts'
import { usePlan } from './use-plan.ts'

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
type WaitingPack = OperatedUploads['waiting'][number]

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

function WaitingPackRow({ pack }: { pack: WaitingPack }) {
  const { packId, packName, charts } = pack
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-48">
        <Link to={`/pack/${packId}`} className="hit font-semibold wrap-anywhere hover:underline">
          {packName}
        </Link>
        <p className="mute text-xs">
          {counted(charts, 'chart')}, with data that differs from an earlier pack
        </p>
      </div>
      <div className="flex gap-2">
        <DecideButton
          pack={pack}
          label="Accept"
          text="The pack's data replaces what is known about these charts, and their plays are scored again."
          action={acceptCharts}
        />
        <DecideButton
          pack={pack}
          label="Refuse"
          text="The charts stay as they are. The pack's data is ignored until a song of it changes."
          action={refuseCharts}
        />
      </div>
    </li>
  )
}

interface DecideProps {
  readonly pack: WaitingPack
  readonly label: string
  readonly text: string
  readonly action: typeof acceptCharts
}

/** Decides about exactly the charts that waited when the dialog was opened. */
function DecideButton({ pack: { packId: pack, packName, charts }, label, text, action }: DecideProps) {
  const [opened, setOpened] = useState(false)
  const { data, error } = usePlan(action, opened ? { pack } : null)
  return (
    <ReasonDialog
      title={`${label} ${counted(data?.plan.charts ?? charts, 'chart')} of ${packName}?`}
      text={error ? errorText(error, 'Failed to load the charts').text : text}
      action={label}
      label={`${label} ${packName}`}
      ready={data !== undefined}
      onOpen={() => setOpened(true)}
      route={action}
      input={(reason) => ({ body: { input: { pack }, confirms: data?.confirms, reason } })}
    />
  )
}
