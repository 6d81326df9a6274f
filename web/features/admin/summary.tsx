import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import type { ReactNode } from 'react'
import { countText } from '../../ui/count-text.ts'
import { Time } from '../../ui/time.tsx'
import { durationText, findWarnings } from './find-warnings.ts'

/** The most important numbers. */
export function Summary({ state }: { state: OperationsState }) {
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

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mute text-xs">{name}</dt>
      <dd className="text-lg font-bold whitespace-nowrap">{children}</dd>
    </div>
  )
}
