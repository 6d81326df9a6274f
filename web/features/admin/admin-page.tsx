import { type AcceptancePlan, acceptCharts, refuseCharts } from '@stepledger/contracts/http/operated-packs.ts'
import {
  getOperatedUploads,
  getOperatorAudit,
  type OperatedUploads,
  type OperatorAuditEntry,
} from '@stepledger/contracts/http/operations.ts'
import { createOperatorToken, operatorTokenHours } from '@stepledger/contracts/http/operator-tokens.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { counted, countText, Time } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { NoAccess, PageHeading } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { CallFailure, SkeletonRows } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { CompetitionsPanel } from './competitions-panel.tsx'
import { ReasonDialog, useOperationsRead, usePlan } from './operations.tsx'
import { PlayersPanel } from './players-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { PlayPanel, ReinstateButton, WipePanel } from './wipe-panel.tsx'

/** What operators decide, and its log; without the permission, a message. The state of the system is in its metrics. */
export function AdminPage() {
  const allowed = useUser()?.permissions.includes('ledger.operate')
  if (!allowed) return <NoAccess heading="Operations" title="You don't have access to Operations" />
  return (
    // As high as the window, so that the footer does not jump when the panels load.
    <div className="min-h-dvh">
      <PageHeading>Operations</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlayerTools />
        <UploadsPanel />
        <RulesPanel />
        <CompetitionsPanel />
        <AuditPanel />
        <CommandLinePanel />
      </div>
    </div>
  )
}

function PlayerTools() {
  const [alias, setAlias] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const wipe = (found: string) => {
    setAlias(found)
    field.current?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlayersPanel onWipe={wipe} />
        <PlayPanel />
      </div>
      <WipePanel alias={alias} onAlias={setAlias} field={field} />
    </div>
  )
}

/** A token for the `ledger` command on another machine. */
function CommandLinePanel() {
  const call = useCall()
  const create = useMutation({ mutationFn: () => call(createOperatorToken, { body: {} }) })
  return (
    <Panel title="Command line">
      <div className="pad grid gap-3">
        <p>
          <code>ledger login {window.location.origin} --token</code> asks for a token. It opens this page's
          actions and nothing else, for {operatorTokenHours} hours.
        </p>
        <CallFailure error={create.error} sentence="Failed to create a token" />
        {create.data && (
          <>
            <p className="rounded-[2px] border border-line bg-(--well) px-3 py-2.5 font-mono break-all">
              {create.data.token}
            </p>
            <p className="mute text-sm">
              Shown only once. Valid until <Time at={create.data.expiresAt} format="whole" />.
            </p>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={create.isPending} onClick={() => create.mutate()}>
            Token for the command line
          </Button>
          {create.data && <CopyButton text={create.data.token} label="Copy token" withLabel />}
        </div>
      </div>
    </Panel>
  )
}

const entriesShown = 50

function AuditPanel() {
  const { data, error, refetch } = useOperationsRead(getOperatorAudit, 'audit', {
    query: { limit: entriesShown },
  })
  const hidden = data ? data.total - data.entries.length : 0
  return (
    <Panel title="Audit log">
      <CallFailure className="m-4" error={error} sentence="Failed to load the audit log" onRetry={refetch} />
      {!data && !error && <SkeletonRows rows={6} shape="board" />}
      {data?.entries.length === 0 && <p className="mute pad text-sm">No actions yet.</p>}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {hidden > 0 && (
        <p className="mute pad text-sm">
          {countText(hidden)} older: <code>ledger audit</code> lists all.
        </p>
      )}
    </Panel>
  )
}

function Entries({ entries }: { entries: readonly OperatorAuditEntry[] }) {
  if (!useWide())
    return (
      <ul>
        {entries.map((entry) => (
          <li key={keyOf(entry)} className="border-b border-line px-4 py-2.5 last:border-0">
            <div className="flex items-baseline gap-3">
              <p className="min-w-0 grow font-semibold wrap-anywhere">{entry.what}</p>
              <Time at={entry.at} format="short" className="mute text-xs" />
            </div>
            <p className="mute text-xs wrap-anywhere">{nameOf(entry)}</p>
            <p className="text-sm wrap-anywhere">{detailsOf(entry)}</p>
            <Undo entry={entry} entries={entries} />
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="mid"
      rows={entries}
      keyOf={keyOf}
      columns={[
        {
          head: 'Time',
          cellClass: 'mute whitespace-nowrap',
          cell: ({ at }) => <Time at={at} format="short" />,
        },
        { head: 'Who', cellClass: 'font-semibold wrap-anywhere', cell: nameOf },
        {
          head: 'What',
          cell: ({ what, position }) => (
            <>
              {what} {position === null && <Tag>Queued</Tag>}
            </>
          ),
        },
        {
          head: 'Details and reason',
          cell: (entry) => (
            <div className="flex items-center gap-3">
              <span className="mute min-w-0 grow wrap-anywhere">{detailsOf(entry)}</span>
              <Undo entry={entry} entries={entries} />
            </div>
          ),
        },
      ]}
    />
  )
}

function Undo({ entry, entries }: { entry: OperatorAuditEntry; entries: readonly OperatorAuditEntry[] }) {
  const { wipe } = entry.details
  if (entry.what !== 'Plays wiped' || wipe === undefined) return null
  if (entries.some(({ what, details }) => what === 'Wipe reinstated' && details.wipe === wipe)) return null
  return <ReinstateButton wipe={wipe} />
}

const keyOf = ({ at, position, what }: OperatorAuditEntry) => `${position} ${at} ${what}`

const nameOf = ({ operator }: OperatorAuditEntry) => operator ?? 'Unknown'

/** "kestrel, plays 12: cheated on a keyboard". */
function detailsOf({ player, playerId, details, reason }: OperatorAuditEntry): string {
  const about = [
    ...[player ?? playerId ?? []].flat(),
    ...Object.entries(details)
      .filter(([name, value]) => name !== 'reason' || value !== reason)
      .map(([name, value]) => `${name} ${value}`),
  ].join(', ')
  return [about, reason ?? ''].filter((text) => text !== '').join(': ')
}

function UploadsPanel() {
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
type PlannedChart = AcceptancePlan['waiting'][number]

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
          text="Plays that match the pack's counts are ranked, too. Titles and other texts stay those of the earlier pack."
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
  const { data, error, isFetching, refetch } = usePlan(action, opened ? { pack } : null)
  return (
    <ReasonDialog
      title={`${label} ${counted(data?.plan.charts ?? charts, 'chart')} of ${packName}?`}
      text={error ? errorText(error, 'Failed to load the charts').text : text}
      action={label}
      label={`${label} ${packName}`}
      ready={data !== undefined && !isFetching}
      // Not among the reads that are refetched afterwards: then no chart waits, and a plan is refused.
      onOpen={() => (opened ? void refetch() : setOpened(true))}
      route={action}
      input={(reason) => ({ body: { input: { pack }, confirms: data?.confirms, reason } })}
    >
      {!error && <Differences charts={isFetching ? undefined : data?.plan.waiting} expected={charts} />}
    </ReasonDialog>
  )
}

interface DifferencesProps {
  /** Undefined while they load. */
  readonly charts: readonly PlannedChart[] | undefined
  readonly expected: number
}

function Differences({ charts, expected }: DifferencesProps) {
  return (
    <section
      aria-label="Charts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
      tabIndex={0}
      className="max-h-60 overflow-y-auto rounded-box border border-line"
    >
      {!charts && <SkeletonRows rows={Math.min(expected, 4)} shape="chart" />}
      <ul>
        {charts?.map(({ songId, hash, title, difficulty, meter, differences, inForce }) => (
          <li key={`${songId} ${hash}`} className="border-b border-line px-3 py-2 text-sm last:border-0">
            <p className="font-semibold wrap-anywhere">
              {title}{' '}
              <span className="mute font-normal">
                {difficulty} {meter}
              </span>
            </p>
            <p className="mute wrap-anywhere">
              {inForce === null ? 'No listed pack has this chart any more' : `${inForce} had it first`}
            </p>
            {differences.map((difference) => (
              <p key={difference} className="wrap-anywhere">
                {difference}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
