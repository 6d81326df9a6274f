import { createOperatorToken, operatorTokenHours } from '@stepledger/contracts/http/operator-tokens.ts'
import { useMutation } from '@tanstack/react-query'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

/** A token for the `ledger` command on another machine. */
export function CommandLinePanel() {
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
