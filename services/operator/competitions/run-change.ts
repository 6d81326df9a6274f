import type { CompetitionCommand, CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { auditChanged } from '../../accounts/operations/operator-audit.ts'
import type { CommandResult } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { changeOf, linesOfChange } from './change.ts'
import type { ChangeOptions } from './change-command.ts'
import { awaitStandings, decideOn, previewed, standingsText } from './decide.ts'

interface RequestedChange {
  /** Null: not announced yet. */
  readonly before: CompetitionState | null
  readonly command: CompetitionCommand
  readonly unknown: boolean
  /** Confirmation prompt, and message after the change. */
  readonly question: (after: CompetitionDocument) => string
  readonly done: (after: CompetitionDocument) => string
}

/** Shows the effect, asks for confirmation, and carries out the command. With `dryRun` it only shows the effect. */
export async function runChange(
  store: Store,
  output: Output,
  { dryRun, yes }: ChangeOptions,
  { before, command, unknown, ...wanted }: RequestedChange,
): Promise<CommandResult> {
  const { document: after } = previewed(before, [command])
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
  if (!(await confirm(output, yes, wanted.question(after))))
    return { ...report('declined', 'Nothing was done.'), code: exitCodes.wrong }
  const seen = { slug, seen: before?.version ?? 0, signal: output.signal }
  const offset = await decideOn(store, seen, command)
  store.push.publish(auditChanged)
  const shown = await awaitStandings(store, offset, output.signal)
  return report('changed', `${wanted.done(after)} (0:${offset}). ${standingsText(shown, store)}`, {
    offset,
    shown,
    ...change,
  })
}
