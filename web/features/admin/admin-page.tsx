import { useRef, useState } from 'react'
import { useUser } from '../../sign-in/use-session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { NoAccess } from '../../ui/page-state.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { CommandLinePanel } from './command-line-panel.tsx'
import { CompetitionsPanel } from './competitions-panel.tsx'
import { FoldingPanels } from './folding-panels.tsx'
import { PlayPanel } from './play-panel.tsx'
import { PlayersPanel } from './players-panel.tsx'
import { RulesPanel } from './rules/rules-panel.tsx'
import { UploadsPanel } from './uploads-panel.tsx'
import { WipePanel } from './wipe-panel.tsx'

/** The state of the system for operators; without the permission, a message. */
export function AdminPage() {
  const allowed = useUser()?.permissions.includes('ledger.operate')
  if (!allowed) return <NoAccess heading="Operations" title="You don't have access to Operations" />
  return (
    // As high as the window, so that the footer does not jump when the panels load.
    <div className="min-h-dvh">
      <PageHeading>Operations</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <FoldingPanels />
        <RulesPanel />
        <CompetitionsPanel />
        <PlayerTools />
        <UploadsPanel />
        <AuditPanel />
        <CommandLinePanel />
      </div>
    </div>
  )
}

/** The search for players and keys, and the withdrawal of plays. */
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
