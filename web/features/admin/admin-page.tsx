import { createOperatorToken, operatorTokenHours } from '@stepledger/contracts/http/operator-tokens.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CallFailure } from '../../ui/error-banner.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { NoAccess } from '../../ui/page-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { CompetitionsPanel } from './competitions-panel.tsx'
import { PlayPanel } from './play-panel.tsx'
import { PlayersPanel } from './players-panel.tsx'
import { RulesPanel } from './rules/rules-panel.tsx'
import { UploadsPanel } from './uploads-panel.tsx'
import { WipePanel } from './wipe-panel.tsx'

/** What operators decide, and its log; without the permission, a message. The state of the system is in its metrics. */
export function AdminPage() {
  const allowed = useUser()?.permissions.includes('ledger.operate')
  if (!allowed) return <NoAccess heading="Operations" title="You don't have access to Operations" />
  return (
    // As high as the window, so that the footer does not jump when the panels load.
    <div className="min-h-dvh">
      <PageHeading>Operations</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlayerTools />
        <UploadsPanel />
        <RulesPanel />
        <CompetitionsPanel />
        <AuditPanel />
        <CommandLinePanel />
      </div>
    </div>
  )
}

function PlayerTools() {
  const [alias, setAlias] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const wipe = (found: string) => {
    setAlias(found)
    field.current?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <PlayersPanel onWipe={wipe} />
        <PlayPanel />
      </div>
      <WipePanel alias={alias} onAlias={setAlias} field={field} />
    </div>
  )
}

/** A token for the `ledger` command on another machine. */
function CommandLinePanel() {
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
