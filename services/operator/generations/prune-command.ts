import { Command } from 'commander'
import { readGenerations } from '../../platform/generations/generations.ts'
import { dropGeneration } from '../../platform/generations/make-generation.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Reads that began before a switch may go on for so long. */
const stayMs = 60_000

export function pruneCommand({ output, run }: CommandContext): Command {
  return new Command('prune')
    .description('drop the generations that were live before; there is no way back to them')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      '\nOne that was live a minute ago is kept. Nothing of the ledger goes: `ledger replay` makes read models anew.',
    )
    .action(async ({ json }: { json?: true }) => {
      await run(async (store) => {
        const pruned = await prune(store)
        await output.print(...(json ? [JSON.stringify(pruned, null, 2)] : sentences(pruned)))
        return exitCodes.fine
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
    if ((leftMsAgo ?? 0) < stayMs) kept.push(id)
    else if (await dropGeneration(database, id)) dropped.push(id)
  }
  return { dropped, kept }
}

function sentences({ dropped, kept }: Pruned): string[] {
  return [
    dropped.length === 0
      ? 'Nothing was dropped.'
      : `Dropped: ${dropped.map((id) => `generation ${id}`).join(', ')}.`,
    ...kept.map((id) => `Generation ${id} was live less than a minute ago: come again.`),
  ]
}
