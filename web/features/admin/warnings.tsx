import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { findWarnings } from './find-warnings.ts'

/** What needs an operator; nothing if all is well. */
export function Warnings({ state }: { state: OperationsState }) {
  const warnings = findWarnings(state)
  if (warnings.length === 0) return null
  return (
    <Panel title="Needs attention">
      <ul>
        {warnings.map((text) => (
          <li key={text} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
            <span className="text-(--rival)">
              <Icon name="warn" />
            </span>
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
