import { Command } from 'commander'
import { readGenerations } from '../../projector/generations/generations.ts'
import { dropGeneration } from '../../projector/generations/make-generation.ts'
import { ask } from '../ask.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/** Reads that began before a switch may go on for so long. */
const stayMs = 60_000

export function pruneCommand({ output, run }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('prune')
    .description('drop the generations that were live before; there is no way back to them')
    .option('--yes', 'do not ask')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
One that was live less than a minute ago is kept. Nothing of the ledger goes: \`ledger replay\` makes read models from it again. Asks first
when called from a terminal; elsewhere --yes is needed. Exits with 1 when the answer was no.`,
    )
    .action(async ({ yes, json }: { yes?: true; json?: true }) => {
      if (!yes && !terminal)
        throw new UsageError('Nobody is here to be asked: say --yes to drop the generations')
      await run(async (store) => {
        const ids = (await readGenerations(store.database.pool)).flatMap(({ id, state }) =>
          state === 'kept' ? [id] : [],
        )
        const question = `Drop ${ids.map((id) => `generation ${id}`).join(', ')} for good?`
        if (!yes && terminal && ids.length > 0 && !(await ask(terminal, question, signal))) {
          await output.print(json ? JSON.stringify({ outcome: 'declined' }) : 'Nothing was done.')
          return exitCodes.wrong
        }
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
