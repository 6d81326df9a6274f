import { codeVersion } from '@stepledger/projections/code-version.ts'
import { Command } from 'commander'
import { requestGeneration } from '../../projector/generations/next-generation.ts'
import { recordAction } from '../audit/record-action.ts'
import type { CommandContext } from '../command-context.ts'
import { jsonDocument } from '../printable.ts'
import { requireRulesInForce } from '../rules/require-rules-in-force.ts'
import { abandonBuild } from './abandon-build.ts'
import { awaitGeneration } from './await-generation.ts'
import { refuseOlderServer } from './refuse-older-server.ts'
import { exitCodeOf, showAwaited } from './show-awaited.ts'

export function replayCommand({ output, run }: CommandContext): Command {
  return new Command('replay')
    .description('rebuild the read models from the ledger under the rules in force, and switch over to them')
    .option('--abandon', 'abandon the running or stopped build instead; the live generation stays')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Required when \`verify\` finds differing rows, or the tables were changed manually. Pages stay
available meanwhile. A running build is superseded. Interrupting this command does not stop the
build on a server. Exits with 1 when the build stops, or has parked events.

--abandon drops the generation that is being built, also one that new rules or a release asked for.
The rules and the version of the live generation stay in force until rules are published, a newer
release starts, or \`ledger replay\` is called. Exits with 1 when no generation is being built.`,
    )
    .action(async ({ json, abandon }: { json?: true; abandon?: true }) => {
      await run(async (store) => {
        if (abandon) return abandonBuild(store, output, json === true)
        await refuseOlderServer(store, '`ledger replay`')
        const inForce = await requireRulesInForce(store)
        const id = await requestGeneration(store.database, { inForce, codeVersion })
        await recordAction(store, { what: 'History folded again', details: { generation: String(id) } })
        const awaited = await awaitGeneration(store, output, (generation) => generation.id === id)
        await output.print(json ? jsonDocument(awaited) : showAwaited(awaited))
        return exitCodeOf(awaited)
      })
    })
}
