import { type AuditEntry, type AuditFilters, readAudit } from '../../accounts/operations/read-audit.ts'
import { countArgument, timeArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { aligned } from '../format-text.ts'
import { printable } from '../printable.ts'

interface Options extends AuditFilters {
  readonly limit?: number
}

export function auditCommand({ run }: CommandContext): Command {
  return new Command('audit')
    .description('show what operators did, when and why')
    .option('--since <time>', 'from this time on, such as 2026-12-07T17:00Z', timeArgument)
    .option('--until <time>', 'before this time', timeArgument)
    .option('--by <name>', 'only actions of this operator')
    .option('--limit <n>', 'only the newest', countArgument)
    .option('--json', 'print one JSON document')
    .notes(`
Oldest first. The entries are events of the ledger (OperatorActed, and changes of events and rules),
which cannot be changed. Names come from --as of each command, or else from the system user; they
are recorded as given, not proven. An entry is queued while the ledger does not answer.`)
    .action(async ({ limit, ...filters }: Options) => {
      await run(async (store) => {
        const found = await readAudit(store, filters)
        const entries = limit === undefined ? found : found.slice(-limit)
        const lines = entries.length === 0 ? 'No operator did anything.' : aligned(entries.map(cells))
        return { document: entries, text: lines }
      })
    })
}

function cells({ at, position, operator, operatorId, what, details, reason, player, playerId }: AuditEntry) {
  const about = Object.entries(details)
    .filter(([name, value]) => name !== 'reason' || value !== reason)
    .map(([name, value]) => `${name} ${value}`)
  const whose = player ?? playerId
  return [
    at,
    position ?? 'queued',
    printable(operator ?? operatorId ?? 'unknown'),
    printable([whose === null ? what : `${what} (${whose})`, ...about].join(', ')),
    reason === null ? '' : printable(JSON.stringify(reason)),
  ]
}
