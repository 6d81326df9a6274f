import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { Icon } from '../../ui/icon.tsx'

/** Why a play stands on no board, and what is not settled about its score. Nothing where all is as usual. */
export function Standing({ play: { eligible, reasons, provisional } }: { play: Play }) {
  if (eligible && !provisional) return null
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      {!eligible && (
        <div className="flex gap-2.5">
          <Icon name="warn" className="mt-px text-rival" />
          <div className="min-w-0">
            <p className="font-bold">On no leaderboard</p>
            <ul className="mute">
              {reasons.map((reason) => (
                <li key={reason.code}>{reason.text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {provisional && (
        <div className="flex gap-2.5">
          <Icon name="help" className="mute mt-px" />
          <div className="min-w-0">
            <p className="font-bold">Provisional score</p>
            <p className="mute">
              No pack has brought this chart yet, so the play's own counts give the maximum.
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
