import {
  askForErasure,
  cancelErasure,
  confirmationCooldown,
  createDownloadAddress,
  type Download,
  daysToTakeBack,
  type Erasure,
  getDownload,
  getErasure,
  getHistory,
  getPublishedData,
  type HistoryEntry,
  setPublishedData,
  startDownload,
} from '@stepledger/contracts/http/own-data.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { readKey, useCall, useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button, type ButtonVariant, ConfirmButton } from '../../ui/button.tsx'
import { Contact } from '../../ui/contact.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pagination, pageFrom } from '../../ui/pagination.tsx'
import { Disclosure } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { CallFailure, Empty, ErrorBanner, UnloadedRows } from '../../ui/states.tsx'
import { useCountdown } from '../../ui/use-now.ts'

export function YourDataSection() {
  return (
    <div className="grid lg:grid-cols-2">
      <PublishedData />
      <DownloadData />
      <DeleteAccount />
      <History />
    </div>
  )
}

function History() {
  const [search] = useSearchParams()
  return (
    <div className="border-t border-line lg:col-span-2">
      <Disclosure title="History of the account" defaultOpen={search.has('page')}>
        {() => <HistorySection />}
      </Disclosure>
    </div>
  )
}

function PublishedData() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(getPublishedData, {})
  const save = useMutation({
    mutationFn: (included: boolean) => call(setPublishedData, { body: { included } }),
    onSuccess: (answer) => queries.setQueryData(readKey(getPublishedData), answer),
  })
  const included = save.isPending ? save.variables : data?.included
  return (
    <section className="pad border-b border-line lg:col-span-2" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Published data
      </h3>
      <p id={`${id}-hint`} className="mute mt-2 max-w-prose">
        Plays are{' '}
        <Link className="link" to="/data">
          published for anyone to study
        </Link>
        , without names. Anybody can match them to names as long as this site shows the same plays. If you opt
        out, files without your plays replace those that had them within a day. Copies that somebody
        downloaded can't be recalled.
      </p>
      <CallFailure className="mt-3" error={save.error} sentence="Failed to save" />
      {error && !data && (
        <CallFailure
          className="mt-3"
          error={error}
          sentence="Failed to load your setting"
          onRetry={refetch}
        />
      )}
      <div className="mt-3 flex min-h-10 flex-wrap items-center gap-x-4">
        <label className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            role="switch"
            className="checkbox checkbox-sm"
            aria-describedby={`${id}-hint`}
            checked={included ?? false}
            aria-checked={included ?? false}
            disabled={included === undefined}
            // Not disabled while saving, because it would lose the focus.
            onChange={(event) => !save.isPending && save.mutate(event.target.checked)}
          />
          <span>Publish my plays, without my name</span>
        </label>
        <span role="status" className="mute text-sm">
          {save.isSuccess &&
            (save.data.included ? 'Saved. Your plays are included.' : 'Saved. Your plays are left out.')}
        </span>
      </div>
    </section>
  )
}

function DeleteAccount() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const user = useUser()
  const { data, error, refetch } = useRead(getErasure, {})
  const show = (erasure: Erasure) => queries.setQueryData(readKey(getErasure), erasure)
  const request = useMutation({
    mutationFn: () => call(askForErasure, { body: {} }),
    onSuccess: show,
  })
  const withdraw = useMutation({ mutationFn: () => call(cancelErasure, {}), onSuccess: show })
  const failure = request.error
    ? errorText(request.error, 'Failed to request the deletion')
    : withdraw.error
      ? errorText(withdraw.error, 'Failed to cancel the deletion')
      : null
  return (
    <section className="pad" aria-labelledby={id}>
      <h3 id={id} className="font-bold">
        Delete my account
      </h3>
      <p className="mute mt-2 max-w-prose">
        This removes your name, scores and rankings everywhere. We'll email you to confirm; for{' '}
        {daysToTakeBack} days after that you can change your mind. <Contact lead="Questions? Write to" />
      </p>
      {failure && <ErrorBanner className="mt-3" {...failure} />}
      <div className="mt-3 grid min-h-24 content-start gap-3" aria-live="polite">
        {data ? (
          <ErasureStatus
            erasure={data}
            email={user?.email ?? 'your email'}
            request={request}
            withdraw={withdraw}
          />
        ) : (
          <CallFailure error={error} sentence="Failed to load your deletion request" onRetry={refetch} />
        )}
      </div>
    </section>
  )
}

interface ErasureStatusProps {
  readonly erasure: Erasure
  readonly email: string
  readonly request: UseMutationResult<Erasure, Error, void>
  readonly withdraw: UseMutationResult<Erasure, Error, void>
}

function ErasureStatus({ erasure, email, request, withdraw }: ErasureStatusProps): ReactNode {
  const busy = request.isPending || withdraw.isPending
  const askedAt = erasure.state === 'asked' ? Date.parse(erasure.askedAt) : null
  const left = useCountdown(askedAt === null ? null : askedAt + confirmationCooldown * 1000)
  switch (erasure.state) {
    case 'none':
      return (
        <div>
          <ConfirmButton
            size="large"
            variant="error"
            disabled={busy}
            title="Delete account"
            text={`We'll send a link to ${email}. ${daysToTakeBack} days after you use it, your account, plays and files are deleted. That can't be undone.`}
            action="Send Link"
            onConfirm={() => request.mutateAsync()}
          >
            Delete Account
          </ConfirmButton>
        </div>
      )
    case 'asked':
      return (
        <>
          <p>
            Check your email: open the link we sent to <b className="break-words">{email}</b> to confirm.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="large" disabled={busy || left > 0} onClick={() => request.mutate()}>
              {left > 0 ? `Send Again in ${left} s` : 'Send Again'}
            </Button>
            <Button size="large" variant="ghost" disabled={busy} onClick={() => withdraw.mutate()}>
              Keep My Account
            </Button>
          </div>
        </>
      )
    case 'due':
      return (
        <>
          <p className="flex gap-2">
            <Icon name="warn" className="mt-1" />
            <span>
              Your account will be deleted on{' '}
              <b>
                <Time at={erasure.eraseAt} format="whole" />
              </b>
              .
            </span>
          </p>
          <div>
            <Button size="large" variant="primary" disabled={busy} onClick={() => withdraw.mutate()}>
              Keep My Account
            </Button>
          </div>
        </>
      )
  }
}

/** Polling interval while the zip is being created, ms. */
const pollInterval = 1_500

function DownloadData() {
  const id = useId()
  const call = useCall()
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(
    getDownload,
    {},
    { every: (answer) => (isUnderWay(answer) ? pollInterval : false) },
  )
  const fetchZip = useMutation({
    mutationFn: () => call(createDownloadAddress, { body: {} }),
    // Sent as an attachment, so the page stays open.
    onSuccess: ({ address }) => window.location.assign(address),
  })
  const start = useMutation({
    mutationFn: () => call(startDownload, { body: {} }),
    onMutate: () => fetchZip.reset(),
    onSuccess: (answer) => queries.setQueryData(readKey(getDownload), answer),
  })
  const isReady = data?.state === 'ready'
  const { isIdle, mutate: fetchOnce } = fetchZip
  // A zip that was asked for on this page is downloaded as soon as it is ready.
  useEffect(() => {
    if (start.isSuccess && isReady && isIdle) fetchOnce()
  }, [start.isSuccess, isReady, isIdle, fetchOnce])
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
          <p className="mute text-sm">
            The download starts when it's ready. You can leave this page and get it later.
          </p>
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

function HistorySection() {
  const [search] = useSearchParams()
  const page = pageFrom(search.get('page'))
  const { data, error, refetch } = useRead(getHistory, { query: { page } }, { keepPrevious: true })
  if (!data)
    return <UnloadedRows error={error} sentence="Failed to load the history" onRetry={refetch} rows={5} />
  const { entries, meta } = data
  if (entries.length === 0)
    return <Empty title="Nothing yet" text="Changes to your account will be listed here." />
  return (
    <>
      <ul>
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a page of them is replaced as a whole.
          <Row key={`${meta.page} ${i}`} entry={entry} />
        ))}
      </ul>
      <Pagination meta={meta} />
    </>
  )
}

function Row({ entry: { at, by, what, details } }: { entry: HistoryEntry }) {
  const about = Object.values(details).join(' · ')
  return (
    <li className="flex items-baseline gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{what}</p>
        {(about !== '' || by === 'operator') && (
          <p className="mute text-xs break-words">
            {[about, by === 'operator' ? 'by an operator' : ''].filter((text) => text !== '').join(' · ')}
          </p>
        )}
      </div>
      <Time at={at} className="mute text-sm whitespace-nowrap" />
    </li>
  )
}
