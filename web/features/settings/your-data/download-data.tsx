import {
  createDownloadAddress,
  type Download,
  getDownload,
  startDownload,
} from '@stepledger/contracts/http/own-data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { readKey, useCall, useRead } from '../../../api/use-call.ts'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { counted, countText } from '../../../ui/count-text.ts'
import { CallFailure, ErrorBanner } from '../../../ui/error-banner.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Time } from '../../../ui/time.tsx'

/** Polling interval while the zip is being created, ms. */
const pollInterval = 1_500

/** Starts the export of the player's data, shows its progress and downloads the zip. */
export function DownloadData() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(
    getDownload,
    {},
    { every: (answer) => (isUnderWay(answer) ? pollInterval : false) },
  )
  const start = useMutation({
    mutationFn: () => call(startDownload, { body: {} }),
    onSuccess: (answer) => queries.setQueryData(readKey(getDownload), answer),
  })
  const fetchZip = useMutation({
    mutationFn: () => call(createDownloadAddress, { body: {} }),
    // Sent as an attachment, so the page stays open.
    onSuccess: ({ address }) => window.location.assign(address),
  })
  const failed = start.error ?? fetchZip.error
  return (
    <section className="pad border-line max-lg:border-b lg:border-r" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Download my data
      </h3>
      <p className="mute mt-2 max-w-prose">
        A zip with your profile, plays as they were sent, rivals, history and a list of your keys.
      </p>
      <CallFailure className="mt-3" error={failed} sentence="Failed to download your data" />
      <div className="mt-3 grid min-h-24 content-start gap-3" aria-live="polite">
        {data ? (
          <DownloadStatus
            download={data}
            busy={start.isPending || fetchZip.isPending}
            onStart={() => start.mutate()}
            onFetch={() => fetchZip.mutate()}
          />
        ) : (
          <CallFailure error={error} sentence="Failed to load your data" onRetry={refetch} />
        )}
      </div>
    </section>
  )
}

function isUnderWay(download: Download | undefined): boolean {
  return download?.state === 'waiting' || download?.state === 'making'
}

interface DownloadStatusProps {
  readonly download: Download
  readonly busy: boolean
  readonly onStart: () => void
  readonly onFetch: () => void
}

function DownloadStatus({ download, busy, onStart, onFetch }: DownloadStatusProps): ReactNode {
  const start = (label: string, variant?: ButtonVariant) => (
    <Button size="large" variant={variant} disabled={busy} onClick={onStart}>
      {label}
    </Button>
  )
  switch (download.state) {
    case 'none':
      return <div>{start('Prepare Download')}</div>
    case 'failed':
      return (
        <>
          <ErrorBanner text="We couldn't create your zip." />
          <div>{start('Try Again')}</div>
        </>
      )
    case 'waiting':
      return <ProgressBar label="Preparing your data" percent={0} done="Waiting in line" />
    case 'making': {
      const { playsDone, playsTotal } = download
      return (
        <>
          <ProgressBar
            label="Preparing your data"
            percent={playsTotal === 0 ? 0 : Math.floor((playsDone / playsTotal) * 100)}
            done={`${countText(playsDone)} of ${countText(playsTotal)} plays`}
          />
          <p className="mute text-sm">You can leave this page. We'll keep going.</p>
        </>
      )
    }
    case 'ready':
      return (
        <>
          <div className="flex flex-wrap gap-2">
            <Button size="large" disabled={busy} onClick={onFetch}>
              <Icon name="download" /> Download Zip ({sizeText(download.bytes)})
            </Button>
            {start('Prepare Again', 'ghost')}
          </div>
          <p className="mute text-sm">
            {counted(download.plays, 'play')}. Available until <Time at={download.expiresAt} />.
          </p>
        </>
      )
  }
}
