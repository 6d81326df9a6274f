import { reinstateWipe } from '@stepledger/contracts/http/operated-plays.ts'
import { useState } from 'react'
import { errorText } from '../../api/call-error.ts'
import { extentText } from './extent-text.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { usePlan } from './use-plan.ts'

/** Reinstates a wipe, after showing how many plays come back. */
export function ReinstateButton({ wipe }: { wipe: string }) {
  const [opened, setOpened] = useState(false)
  const { data, error } = usePlan(reinstateWipe, opened ? { wipe } : null)
  return (
    <ReasonDialog
      title={`Reinstate wipe ${wipe}?`}
      text={
        error
          ? errorText(error, 'Failed to load the wipe').text
          : data === undefined
            ? 'Counting its plays…'
            : `${extentText(data.plan)} will count again. Plays that were withdrawn for good since stay withdrawn.`
      }
      action="Reinstate"
      label={`Reinstate wipe ${wipe}`}
      ready={data !== undefined}
      onOpen={() => setOpened(true)}
      route={reinstateWipe}
      input={(reason) => ({ body: { input: { wipe }, confirms: data?.confirms, reason } })}
    />
  )
}
