import { decideWaitingPack } from '@stepledger/contracts/http/operated-actions.ts'
import type { OperatedUploads } from '@stepledger/contracts/http/operations.ts'
import { Link } from 'react-router-dom'
import { counted } from '../../ui/count-text.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAction } from './use-action.ts'

/** A pack with charts that wait for a decision, and the two decisions. */
export function WaitingPackRow({ pack }: { pack: OperatedUploads['waiting'][number] }) {
  const decide = useAction(decideWaitingPack)
  const { packId, packName, charts } = pack
  const what = counted(charts, 'chart')
  const act = (accepted: boolean) => (reason: string) =>
    decide({ body: { packId, accepted, expected: charts, reason } })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="min-w-0 grow basis-48">
        <Link to={`/pack/${packId}`} className="hit font-semibold wrap-anywhere hover:underline">
          {packName}
        </Link>
        <p className="mute text-xs">{what}, with data that differs from an earlier pack</p>
      </div>
      <div className="flex gap-2">
        <ReasonDialog
          title={`Accept ${what} of ${packName}?`}
          text="The pack's data replaces what is known about these charts, and their plays are scored again."
          action="Accept"
          label={`Accept ${packName}`}
          act={act(true)}
        />
        <ReasonDialog
          title={`Refuse ${what} of ${packName}?`}
          text="The charts stay as they are. The pack's data is ignored until a song of it changes."
          action="Refuse"
          label={`Refuse ${packName}`}
          act={act(false)}
        />
      </div>
    </li>
  )
}
