import {
  cancelPackUpload,
  decideCharts,
  differencesOf,
  listPackUploads,
  listWaitingCharts,
  type WaitingChart,
} from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useCall, useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { counted, Time } from '../../ui/format.tsx'
import { NoAccess, PageHeading } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure, UnloadedRows } from '../../ui/states.tsx'
import { UploaderPanel, UploadTag } from './uploader-panel.tsx'
import { useUploader } from './use-uploader.ts'

export function PackUploaderPage() {
  const allowed = useUser()?.permissions.includes('packs.upload')
  if (!allowed) return <NoAccess heading="Pack Uploader" title="You don't have access to the Pack Uploader" />
  return (
    // As high as the window, so that the footer does not jump when the uploads load.
    <div className="min-h-dvh">
      <PageHeading>Pack Uploader</PageHeading>
      <p className="mute -mt-3 mb-4 md:-mt-5 md:mb-6">
        Upload a pack's songs, charts and banners. Audio never leaves your computer.
      </p>
      <Uploader />
    </div>
  )
}

function Uploader() {
  const uploader = useUploader()
  const { state, dispatch } = uploader
  const followed = state.step === 'sent' ? state.upload.id : null
  const uploads = useUploads(followed)

  const upload = uploads.data?.uploads.find(({ id }) => id === followed)
  useEffect(() => {
    if (upload) dispatch({ type: 'followed', upload })
  }, [upload, dispatch])

  usePreventStrayDrops()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <UploaderPanel uploader={uploader} />
        <MyUploads uploads={uploads} sending={state.step === 'uploading'} followed={followed} />
      </div>
      <WaitingCharts />
    </>
  )
}

/** Prevents the browser from opening a folder that is dropped outside of the drop zone. */
function usePreventStrayDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

interface Props {
  readonly uploads: ReturnType<typeof useUploads>
  /** Whether the page is uploading: the newest upload without a zip is that one. */
  readonly sending: boolean
  /** The id of the upload that the panel shows, with its buttons. */
  readonly followed: string | null
}

function MyUploads({ uploads: { data, error, refetch }, sending, followed }: Props) {
  const call = useCall()
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelPackUpload, { params: { id } }),
    onSettled: () => refetch(),
  })
  const sent = sending ? data?.uploads.find(({ state }) => state === 'issued')?.id : undefined
  return (
    <Panel title="My uploads">
      <CallFailure className="m-4" error={cancel.error} sentence="Failed to cancel the upload" />
      {!data && <UnloadedRows error={error} sentence="Failed to load your uploads" onRetry={refetch} />}
      {data?.uploads.length === 0 && <p className="mute pad">Nothing uploaded yet.</p>}
      <ul>
        {data?.uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            sending={upload.id === sent}
            onCancel={upload.id === (sent ?? followed) ? null : () => cancel.mutate(upload.id)}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface RowProps {
  readonly upload: PackUpload
  readonly sending: boolean
  /** Null: cancelled in the uploader's panel instead. */
  readonly onCancel: (() => void) | null
}

function UploadRow({ upload, sending, onCancel }: RowProps) {
  const { name, state, createdAt, packId, result, waitingCharts = 0 } = upload
  const reason = result && 'reason' in result ? result.reason : null
  return (
    <li className="flex min-h-13.25 flex-wrap items-center gap-x-3 gap-y-1 md:min-h-12 border-b border-line px-4 py-1.5 last:border-0">
      <div className="min-w-0 grow basis-40">
        <div className="truncate font-semibold">
          {state === 'ready' && packId !== null ? (
            <Link to={`/pack/${packId}`} className="hit hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </div>
        <div className="mute text-xs [overflow-wrap:anywhere]">
          <Time at={createdAt} />
          {reason !== null && ` · ${reason}`}
          {waitingCharts > 0 && ` · ${counted(waitingCharts, 'chart')} waiting for review`}
        </div>
      </div>
      {onCancel && isOpen(upload) && (
        <Button size="small" aria-label={`Cancel ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      )}
      <UploadTag upload={upload} sending={sending} short />
    </li>
  )
}

/** Polling interval, ms. */
const pollInterval = 30_000

interface Decision {
  readonly chart: WaitingChart
  readonly accepted: boolean
}

/**
 * Charts whose data differs from the pack that had them first: those awaiting the player's decision, and the player's own
 * that await another's. Renders nothing when there are none.
 */
function WaitingCharts() {
  const call = useCall()
  const { data, error, refetch } = useRead(listWaitingCharts, {}, { every: () => pollInterval })
  const decide = useMutation({
    mutationFn: ({ chart: { packId, songId, hash, content }, accepted }: Decision) =>
      call(decideCharts, { body: { packId, accepted, charts: [{ songId, hash, content }] } }),
    onSettled: () => refetch(),
  })
  if (error && !data)
    return (
      <CallFailure
        className="mt-4 md:mt-6"
        error={error}
        sentence="Failed to load charts to review"
        onRetry={refetch}
      />
    )
  if (!data || data.own.length + data.toDecide.length === 0) return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 md:mt-6 md:gap-6">
      <CallFailure error={decide.error} sentence="Failed to save your decision" />
      {data.toDecide.length > 0 && (
        <Panel title="Charts to review">
          <p className="mute pad text-sm">
            Another pack describes charts of yours differently. Nothing changes until you accept.
          </p>
          <ul>
            {data.toDecide.map((chart) => (
              <WaitingRow key={`${chart.songId} ${chart.hash}`} chart={chart}>
                {([true, false] as const).map((accepted) => (
                  <Button
                    key={String(accepted)}
                    size="small"
                    disabled={decide.isPending}
                    aria-label={`${accepted ? 'Accept' : 'Refuse'} ${chart.states.title} ${chart.states.difficulty} of ${chart.packName}`}
                    onClick={() => decide.mutate({ chart, accepted })}
                  >
                    {accepted ? 'Accept' : 'Refuse'}
                  </Button>
                ))}
              </WaitingRow>
            ))}
          </ul>
        </Panel>
      )}
      {data.own.length > 0 && (
        <Panel title="Waiting for review">
          <p className="mute pad text-sm">
            Another pack had these charts first, with different data. Yours will be used once its uploader or
            an administrator accepts it.
          </p>
          <ul>
            {data.own.map((chart) => (
              <WaitingRow key={`${chart.songId} ${chart.hash}`} chart={chart} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function WaitingRow({ chart, children }: { chart: WaitingChart; children?: ReactNode }) {
  const { hash, states, known, packName } = chart
  const differences = differencesOf(chart)
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {known ? (
            <Link to={`/chart/${hash}`} className="hit hover:underline">
              {known.title}
            </Link>
          ) : (
            states.title
          )}{' '}
          <span className="mute font-normal">
            {states.difficulty} {states.meter}
          </span>
        </p>
        <p className="mute text-xs [overflow-wrap:anywhere]">
          {packName}
          {known && ` · ${known.packName} had it first`}
        </p>
        <ul className="mt-1 grid gap-0.5 text-sm">
          {differences.map(({ what, before, after }) => (
            <li key={what} className="[overflow-wrap:anywhere]">
              <span className="mute">{what}: </span>
              {before} → {after}
            </li>
          ))}
          {differences.length === 0 && <li className="mute">Counts of another chart with this hash</li>}
        </ul>
      </div>
      {children && <div className="flex gap-2">{children}</div>}
    </li>
  )
}

/** Polling intervals, ms: while an upload is processed, and while it only waits for its zip. */
const activePoll = 1_000
const idlePoll = 10_000

function isOpen({ state }: PackUpload): boolean {
  return state === 'issued' || state === 'waiting' || state === 'processing'
}

/** The polling interval for these uploads, ms; false if none is open. `followed`: the upload just sent by this page. */
export function uploadsInterval(uploads: readonly PackUpload[], followed: string | null): number | false {
  const open = uploads.filter(isOpen)
  if (open.some(({ id, state }) => id === followed || state !== 'issued')) return activePoll
  return open.length > 0 ? idlePoll : false
}

/** The player's uploads, newest first; polled while one is open. */
function useUploads(followed: string | null) {
  return useRead(listPackUploads, {}, { every: (answer) => uploadsInterval(answer?.uploads ?? [], followed) })
}
