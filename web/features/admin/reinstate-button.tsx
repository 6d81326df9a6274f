import { getWipe, reinstateWipe } from '@stepledger/contracts/http/operated-plays.ts'
import { useState } from 'react'
import { errorText } from '../../api/call-error.ts'
import { useRead } from '../../api/use-call.ts'
import { extentText } from './extent-text.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Reinstates a wipe, after showing how many plays come back. */
export function ReinstateButton({ wipe }: { wipe: string }) {
  const [opened, setOpened] = useState(false)
  const { data, error } = useRead(getWipe, { params: { wipe } }, { enabled: opened })
  const plays = data?.plays ?? 0
  return (
    <ReasonDialog
      title={`Reinstate wipe ${wipe}?`}
      text={
        error
          ? errorText(error, 'Failed to load the wipe').text
          : data === undefined
            ? 'Counting its plays…'
            : plays === 0
              ? 'Its plays are reinstated already, or were withdrawn for good since.'
              : `${extentText(data)} will count again. Plays that were withdrawn for good since stay withdrawn.`
      }
      action="Reinstate"
      label={`Reinstate wipe ${wipe}`}
      ready={plays > 0}
      onOpen={() => setOpened(true)}
      route={reinstateWipe}
      input={(reason) => ({ params: { wipe }, body: { expected: plays, reason } })}
    />
  )
}
