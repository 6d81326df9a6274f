import { getOperations, type OperationsState } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { Cell } from '../../ui/cell.tsx'
import { countText } from '../../ui/count-text.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Time } from '../../ui/time.tsx'
import { durationText, findWarnings } from './find-warnings.ts'
import { GenerationsPanel } from './generations-panel.tsx'
import { ParkedPanel } from './parked-panel.tsx'
import { PartsPanel } from './parts-panel.tsx'
import { SizesPanel } from './sizes-panel.tsx'
import { useOperationsRead } from './use-operations-read.ts'

const column = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6'

/** Everything about parts, folding and sizes; the last known state stays while the server does not answer. */
export function FoldingPanels() {
  const { data: state, error, refetch } = useOperationsRead(getOperations, 'folding')
  const failure = error && (
    <CallFailure error={error} sentence="Failed to load the state of the system" onRetry={refetch} />
  )
  if (!state)
    return (
      failure || (
        <Panel title="State">
          <SkeletonRows rows={12} shape="board" />
        </Panel>
      )
    )
  return (
    <>
      {failure}
      <Summary state={state} />
      <Warnings state={state} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
        <div className={column}>
          <PartsPanel state={state} />
          <ParkedPanel parked={state.parked} />
        </div>
        <div className={column}>
          <GenerationsPanel generations={state.generations} events={state.events} />
          <SizesPanel sizes={state.sizes} />
        </div>
      </div>
    </>
  )
}

function Summary({ state }: { state: OperationsState }) {
  const { events, lags, parked, disk, sizes, runs } = state
  const warnings = findWarnings(state).length
  const seconds = lags.find(({ projection }) => projection === 'live')?.seconds ?? null
  const bytes = sizes.reduce((sum, schema) => sum + schema.bytes, 0)
  return (
    <section className="panel" aria-label="Summary">
      <dl className="cellgrid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6">
        <Cell name="State">
          {warnings === 0 ? 'All well' : warnings === 1 ? '1 warning' : `${warnings} warnings`}
        </Cell>
        <Cell name="Events">{events === null ? 'Unknown' : countText(events)}</Cell>
        <Cell name="Behind">{seconds === null ? 'Unknown' : durationText(seconds)}</Cell>
        <Cell name="Parked">{countText(parked.count)}</Cell>
        {disk.free === null ? (
          <Cell name="Database">{sizeText(bytes)}</Cell>
        ) : (
          <Cell name="Disk free">{sizeText(disk.free)}</Cell>
        )}
        <Cell name="Last backup">
          {runs.backup.succeededAt === null ? 'Never' : <Time at={runs.backup.succeededAt} />}
        </Cell>
      </dl>
    </section>
  )
}

/** What needs an operator; nothing if all is well. */
function Warnings({ state }: { state: OperationsState }) {
  const warnings = findWarnings(state)
  if (warnings.length === 0) return null
  return (
    <Panel title="Needs attention">
      <ul>
        {warnings.map((text) => (
          <li key={text} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
            <span className="text-(--rival)">
              <Icon name="warn" />
            </span>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
