import { retryParkedEvents, rollBack } from '@stepledger/contracts/http/operated-generations.ts'
import {
  getOperations,
  type OperatedGeneration,
  type OperationsState,
} from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { useState } from 'react'
import { countText } from '../../ui/count-text.ts'
import { Empty } from '../../ui/empty.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useOperationsRead } from './use-operations-read.ts'
import { usePlan } from './use-plan.ts'

/** The generations and parked events; the last known ones stay while the server does not answer. */
export function FoldingPanels() {
  const { data: state, error, refetch } = useOperationsRead(getOperations, 'folding')
  const failure = error && (
    <CallFailure error={error} sentence="Failed to load the generations" onRetry={refetch} />
  )
  if (!state)
    return (
      failure || (
        <Panel title="Generations">
          <SkeletonRows rows={4} shape="board" />
        </Panel>
      )
    )
  return (
    <>
      {failure}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
        <GenerationsPanel generations={state.generations} events={state.events} />
        <ParkedPanel parked={state.parked} />
      </div>
    </>
  )
}

interface Props {
  readonly generations: readonly OperatedGeneration[]
  /** Events in the ledger; null while it does not answer. */
  readonly events: number | null
}

/** The generations whose tables exist, with the progress of those that are being built. */
function GenerationsPanel({ generations, events }: Props) {
  const previous = previousOf(generations)
  return (
    <Panel title="Generations">
      {generations.length === 0 ? (
        <Empty title="No generation yet" text="A projector builds the first one." />
      ) : (
        <ul>
          {generations.map((generation) => (
            <Generation
              key={generation.id}
              generation={generation}
              events={events}
              isTarget={generation === previous}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The target of a rollback: the one that was live last. None while a generation is being built. */
function previousOf(generations: readonly OperatedGeneration[]): OperatedGeneration | null {
  if (generations.some(({ state }) => state === 'next')) return null
  const kept = generations.filter(({ state }) => state === 'kept')
  return kept.sort((a, b) => (b.leftAt ?? '').localeCompare(a.leftAt ?? ''))[0] ?? null
}

interface GenerationProps extends Pick<Props, 'events'> {
  readonly generation: OperatedGeneration
  /** Whether a rollback would switch to it. */
  readonly isTarget: boolean
}

function Generation({ generation, events, isTarget }: GenerationProps) {
  const { id, state, rules, codeVersion, createdAt, leftAt, folded, parked, bytes, step, stopped } =
    generation
  const isBuilt = state === 'next' || state === 'preview'
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="rk w-8 shrink-0 text-lg">{id}</span>
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold wrap-anywhere">{rules.title}</p>
          <p className="mute text-xs">
            {countText(folded)} events · {sizeText(bytes)} · code {codeVersion} ·{' '}
            {state === 'kept' && leftAt !== null ? (
              <>
                live until <Time at={leftAt} />
              </>
            ) : (
              <>
                made <Time at={createdAt} />
              </>
            )}
            {parked > 0 && ` · ${countText(parked)} parked`}
          </p>
        </div>
        <StateTag state={state} stopped={stopped} />
        {isTarget && <SwitchBack id={id} title={rules.title} />}
      </div>
      {isBuilt && events !== null && events > 0 && (
        <div className="mt-2">
          <ProgressBar
            label={`Building generation ${id}`}
            percent={Math.min(100, Math.floor((100 * folded) / events))}
            done={buildText({ folded, step }, events)}
          />
        </div>
      )}
      {stopped !== null && <p className="mt-1 text-sm text-(--rival) wrap-anywhere">{stopped}</p>}
    </li>
  )
}

function SwitchBack({ id, title }: { id: number; title: string }) {
  const [opened, setOpened] = useState(false)
  const { data } = usePlan(rollBack, opened ? {} : null)
  return (
    <ReasonDialog
      title={`Switch back to generation ${id}?`}
      text={`It is brought up to date first, so no play is missing. Its rules, ${title}, are then in force. You can switch back again to undo this.`}
      action="Switch back"
      ready={data?.plan.generation === id}
      onOpen={() => setOpened(true)}
      route={rollBack}
      input={(reason) => ({ body: { input: {}, confirms: data?.confirms, reason } })}
    />
  )
}

function StateTag({ state, stopped }: Pick<OperatedGeneration, 'state' | 'stopped'>) {
  if (stopped !== null) return <Tag variant="bad">Stopped</Tag>
  if (state === 'live') return <Tag variant="ok">Live</Tag>
  return <Tag>{stateNames[state]}</Tag>
}

const stateNames = { next: 'Building', preview: 'Preview', kept: 'Previous', abandoned: 'Abandoned' } as const

/** How far the build of a generation is. `events`: in the ledger. */
export function buildText(
  { folded, step }: Pick<OperatedGeneration, 'folded' | 'step'>,
  events: number,
): string {
  return step
    ? `Making boards and indexes: ${step.name}, for ${countText(Math.round(step.seconds))} s`
    : `${countText(folded)} of ${countText(events)} events`
}

/** The oldest events that the live generation could not fold. */
function ParkedPanel({ parked: { count, oldest } }: Pick<OperationsState, 'parked'>) {
  return (
    <Panel
      title="Parked"
      aside={
        <>
          <span className="mute text-sm">{countText(count)}</span>
          {count > 0 && (
            <ReasonDialog
              title="Retry the parked events?"
              text="They are folded in order. Those that still can't be folded stay parked, so nothing is lost."
              action="Retry all"
              route={retryParkedEvents}
              input={(reason) => ({ body: { input: {}, reason } })}
            />
          )}
        </>
      }
    >
      {count === 0 && <p className="mute pad text-sm">Every event was folded.</p>}
      <ul>
        {oldest.map(({ partition, offset, type, key, reason, at }) => (
          <li
            key={`${partition}:${offset}`}
            className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="text-(--rival)">
              <Icon name="warn" />
            </span>
            <div className="min-w-0 grow">
              <p className="font-semibold wrap-anywhere">{reason}</p>
              <p className="mute text-xs wrap-anywhere">
                {type} at {partition}:{offset}, key {key} · <Time at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {count > oldest.length && (
        <p className="mute pad text-sm">
          {countText(count - oldest.length)} more: <code>ledger parked</code> lists all.
        </p>
      )}
    </Panel>
  )
}
