import { useUser } from '../../sign-in/use-session.ts'
import { NoAccess } from '../../ui/no-access.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { AuditPanel } from './audit-panel.tsx'
import { FoldingPanels } from './folding-panels.tsx'
import { PlayerTools } from './player-tools.tsx'
import { RulesPanel } from './rules/rules-panel.tsx'
import { UploadsPanel } from './uploads-panel.tsx'

/** The state of the system for operators; without the permission, a message. */
export function AdminPage() {
  useDocumentTitle('Operations')
  const allowed = useUser()?.permissions.includes('ledger.operate')
  if (!allowed) return <NoAccess heading="Operations" title="You don't have access to Operations" />
  return (
    // As high as the window, so that the footer does not jump when the panels load.
    <div className="min-h-dvh">
      <PageHeading>Operations</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <FoldingPanels />
        <RulesPanel />
        <PlayerTools />
        <UploadsPanel />
        <AuditPanel />
      </div>
    </div>
  )
}
