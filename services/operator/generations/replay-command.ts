import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { requestGeneration } from '../../projector/generations/next-generation.ts'
import { abandonBuild } from '../../projector/generations/publish-rules.ts'
import { actingOperator, doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext, CommandResult } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { requireRulesInForce } from '../rules/require-rules-in-force.ts'
import type { Store } from '../store.ts'
import { awaitGeneration, resultOf } from './await-generation.ts'
import { refuseOlderServer } from './refuse-older-server.ts'

export function replayCommand({ output, run }: CommandContext): Command {
  return new Command('replay')
    .description('rebuild the read models from the ledger under the rules in force, and switch over to them')
    .option('--abandon', 'abandon the running or stopped build instead; the live generation stays')
    .option('--json', 'print one JSON document')
    .notes(`
Required when \`verify\` finds differing rows, or the tables were changed manually. Pages stay
available meanwhile. A running build is superseded. Interrupting this command does not stop the
build on a server. Exits with 1 when the build stops, or has parked events.

--abandon drops the generation that is being built, also one that new rules or a release asked for.
The live generation stays: its rules are published again if others were, and its version stays until
a newer release starts, or \`ledger replay\` is called. Exits with 1 when nothing is being built.`)
    .action(async ({ abandon }: { abandon?: true }) => {
      await run(async (store) => {
        if (abandon) return abandonRunningBuild(store)
        await refuseOlderServer(store, '`ledger replay`')
        const inForce = await requireRulesInForce(store)
        const request = () => requestGeneration(store.database, { inForce, codeVersion })
        const id = await doRecorded(store, 'History folded again', request, detailsOf)
        const awaited = await awaitGeneration(store, output, (generation) => generation.id === id)
        return resultOf(awaited)
      })
    })
}

const detailsOf = (generation: number) => ({ generation: String(generation) })

/** Abandons the generation that is being built, and says what stays live. */
async function abandonRunningBuild(store: Store): Promise<CommandResult> {
  const { database } = store
  const by = await actingOperator(store)
  const abandon = () => abandonBuild(store, by)
  const abandoned = await doRecorded(store, 'Build abandoned', abandon, (done) => done && detailsOf(done.id))
  const live = await readLiveGeneration(database)
  const generation = abandoned?.id ?? null
  return {
    document: { outcome: abandoned ? 'abandoned' : 'none', generation, live: live?.id ?? null },
    text: sentences(generation, live),
    code: abandoned ? exitCodes.fine : exitCodes.wrong,
  }
}

function sentences(abandoned: number | null, live: Awaited<ReturnType<typeof readLiveGeneration>>): string {
  if (abandoned === null) return 'No generation is being built.'
  const stays = `Generation ${abandoned} is abandoned.${live ? ` Generation ${live.id} stays live.` : ''}`
  return live && live.codeVersion < codeVersion
    ? `${stays} Version ${live.codeVersion} of the code folded it, and this is version ${codeVersion}: new plays are stored, and shown only after \`ledger replay\` or with the older release.`
    : stays
}
