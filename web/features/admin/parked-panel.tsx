import { retryParkedEvents } from '@stepledger/contracts/http/operated-generations.ts'
import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** The oldest events that the live generation could not fold. */
export function ParkedPanel({ parked: { count, oldest } }: Pick<OperationsState, 'parked'>) {
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
