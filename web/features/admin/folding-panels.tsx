import { getOperations } from '@stepledger/contracts/http/operations.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { GenerationsPanel } from './generations-panel.tsx'
import { ParkedPanel } from './parked-panel.tsx'
import { PartsPanel } from './parts-panel.tsx'
import { SizesPanel } from './sizes-panel.tsx'
import { Summary } from './summary.tsx'
import { useOperationsRead } from './use-operations-read.ts'
import { Warnings } from './warnings.tsx'

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
