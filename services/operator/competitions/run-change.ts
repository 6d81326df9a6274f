import { randomUUID } from 'node:crypto'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import { auditChanged } from '../../accounts/operations/operator-audit.ts'
import { actingOperator } from '../audit/record-action.ts'
import type { CommandResult } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { appendChange, awaitStandings, standingsText } from './append-change.ts'
import { changeOf, linesOfChange } from './change.ts'
import type { ChangeOptions } from './change-command.ts'

interface RequestedChange {
  readonly before: CompetitionState | null
  readonly after: CompetitionDocument
  readonly unknown: boolean
  /** Confirmation prompt, and message after the change. */
  readonly question: string
  readonly done: string
  readonly encode: (event: { id: string; at: number; key: string }, by: ActedBy) => Uint8Array
}

/** Shows the effect, asks for confirmation, and appends the change. With `dryRun` it only shows the effect. */
export async function runChange(
  store: Store,
  output: Output,
  { dryRun, yes }: ChangeOptions,
  { before, after, unknown, ...wanted }: RequestedChange,
): Promise<CommandResult> {
  const { slug } = after
  const report = (outcome: string, text: string | readonly string[], more: object = {}) => ({
    document: { outcome, slug, ...more },
    text,
  })
  const change = await changeOf(store, { before, after, unknown })
  if (!change)
    return report('unchanged', `Nothing to change (0:${before?.offset}).`, { offset: before?.offset })
  const lines = linesOfChange(change, after)
  if (dryRun) return report('dry run', lines, change)
  for (const line of lines) output.printStderr(line)
  if (!(await confirm(output, yes, wanted.question)))
    return { ...report('declined', 'Nothing was done.'), code: exitCodes.wrong }
  const event = { id: randomUUID(), at: Date.now(), key: slug }
  const seen = { slug, offset: before?.offset ?? null, signal: output.signal }
  const by = await actingOperator(store)
  const { offset } = await appendChange(store, seen, () =>
    store.ledger.append('rules', { key: slug, bytes: wanted.encode(event, by) }),
  )
  store.push.publish(auditChanged)
  const shown = await awaitStandings(store, offset, output.signal)
  return report('changed', `${wanted.done} (0:${offset}). ${standingsText(shown, store)}`, {
    offset,
    shown,
    ...change,
  })
}
