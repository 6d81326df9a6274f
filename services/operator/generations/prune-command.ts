import { dropGeneration } from '../../projector/generations/drop-generation.ts'
import { readGenerations } from '../../projector/generations/generations.ts'
import { doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Grace period for reads that began before a switch, ms. */
const graceMs = 60_000

export function pruneCommand({ output, run }: CommandContext): Command {
  return new Command('prune')
    .description('permanently drop generations that were live before')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
A generation that was live less than a minute ago is kept. The ledger is not affected: \`ledger
replay\` rebuilds read models from it. Prompts for confirmation on a terminal; otherwise --yes is
required. Exits with 1 when not confirmed.`)
    .action(async ({ yes }: { yes?: true }) => {
      requireTerminal(output, yes, 'use --yes to drop the generations')
      await run(async (store) => {
        const ids = (await readGenerations(store.database.pool)).flatMap(({ id, state }) =>
          state === 'kept' ? [id] : [],
        )
        const question = `Drop ${ids.map((id) => `generation ${id}`).join(', ')} permanently?`
        if (ids.length > 0 && !(await confirm(output, yes, question)))
          return { document: { outcome: 'declined' }, text: 'Nothing was done.', code: exitCodes.wrong }
        const pruned = await doRecorded(
          store,
          'Generations dropped',
          () => prune(store),
          ({ dropped }) => (dropped.length > 0 ? { generations: dropped.join(', ') } : null),
        )
        return { document: pruned, text: sentences(pruned) }
      })
    })
}

interface Pruned {
  readonly dropped: readonly number[]
  /** Live less than a minute ago. */
  readonly kept: readonly number[]
}

async function prune({ database }: Store): Promise<Pruned> {
  const dropped: number[] = []
  const kept: number[] = []
  for (const { id, state, leftMsAgo } of await readGenerations(database.pool)) {
    if (state !== 'kept') continue
    if ((leftMsAgo ?? 0) < graceMs) kept.push(id)
    else if (await dropGeneration(database, id)) dropped.push(id)
  }
  return { dropped, kept }
}

function sentences({ dropped, kept }: Pruned): string[] {
  return [
    dropped.length === 0
      ? 'Nothing was dropped.'
      : `Dropped: ${dropped.map((id) => `generation ${id}`).join(', ')}.`,
    ...kept.map((id) => `Generation ${id} was live less than a minute ago: try again later.`),
  ]
}
