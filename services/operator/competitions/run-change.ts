import { randomUUID } from 'node:crypto'
import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import type { CompetitionState } from '@stepledger/projections/standings/competition-state.ts'
import { recordAction } from '../audit/record-action.ts'
import { confirm } from '../confirm.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { jsonDocument } from '../printable.ts'
import type { Store } from '../store.ts'
import { appendChange } from './append-change.ts'
import { awaitStandings, standingsText } from './await-standings.ts'
import { changeOf, linesOfChange } from './change.ts'
import type { ChangeOptions } from './change-command.ts'

interface RequestedChange {
  readonly before: CompetitionState | null
  readonly after: CompetitionDocument
  readonly unknown: boolean
  /** Confirmation prompt, and message after the change. */
  readonly question: string
  readonly done: string
  /** Entry of the audit log, in the past tense. */
  readonly what: string
  /** The event for the ledger. */
  readonly encode: (event: { id: string; at: number; key: string }) => Uint8Array
}

/** Shows the effect, asks for confirmation, and appends the change. With `dryRun` it only shows the effect. */
export async function runChange(
  store: Store,
  output: Output,
  { dryRun, yes, json }: ChangeOptions,
  { before, after, unknown, ...wanted }: RequestedChange,
): Promise<ExitCode> {
  const { slug } = after
  const report = async (outcome: string, lines: readonly string[], more: object = {}) =>
    output.print(...(json ? [jsonDocument({ outcome, slug, ...more })] : lines))
  const change = await changeOf(store, { before, after, unknown })
  if (!change) {
    await report('unchanged', [`Nothing to change (0:${before?.offset}).`], { offset: before?.offset })
    return exitCodes.fine
  }
  const lines = linesOfChange(change, after)
  if (dryRun) {
    await report('dry run', lines, change)
    return exitCodes.fine
  }
  for (const line of lines) output.printStderr(line)
  if (!(await confirm(output, yes, wanted.question))) {
    await report('declined', ['Nothing was done.'])
    return exitCodes.wrong
  }
  const event = { id: randomUUID(), at: Date.now(), key: slug }
  const seen = { slug, offset: before?.offset ?? null, signal: output.signal }
  const { offset } = await appendChange(store, seen, () =>
    store.ledger.append('rules', { key: slug, bytes: wanted.encode(event) }),
  )
  await recordAction(store, { what: wanted.what, details: { event: slug, offset: String(offset) } })
  const shown = await awaitStandings(store, offset, output.signal)
  await report('changed', [`${wanted.done} (0:${offset}). ${standingsText(shown, store)}`], {
    offset,
    shown,
    ...change,
  })
  return exitCodes.fine
}
