import { codeVersion } from '@stepledger/projections/code-version.ts'
import { leaveNewerCode } from '../../projector/generations/leave-newer-code.ts'
import { NoPreviousGenerationError } from '../../projector/generations/next-generation.ts'
import { publishRules, rollBack } from '../../projector/generations/publish-rules.ts'
import { actingOperator, doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { awaitGeneration, resultOf } from './await-generation.ts'

export function rollbackCommand({ output, run }: CommandContext): Command {
  return new Command('rollback')
    .description('switch back to the generation that was live before')
    .option('--json', 'print one JSON document')
    .notes(`
It is first brought up to date, so no play is missing. If it was folded under other rules, these
are published again; roll back again to undo. With an earlier release, while no server runs, it goes
back from the generation of a newer one: the generation is live at once, and the server of the
earlier release brings it up to date when it starts. Exits with 1 when a rollback is not possible:
there is no earlier generation, it was pruned or folded by another code version, or a generation is
being built.`)
    .action(async () => {
      await run(async (store) => {
        try {
          const goBack = async () => {
            const by = await actingOperator(store)
            const left = await leaveNewerCode(store.database, codeVersion)
            // Refused if these are in force.
            if (left) await publishRules(store, left.rules, { by })
            return { left, previous: left ?? (await rollBack(store, by)) }
          }
          const { left, previous } = await doRecorded(store, 'Rolled back', goBack, (done) => ({
            generation: String(done.previous.id),
            rules: `0:${done.previous.rulesOffset}`,
          }))
          if (left !== null)
            return {
              document: { outcome: 'live', generation: left.id },
              text: `Generation ${left.id} is live. Start the server of this release, which brings it up to date.`,
            }
          return resultOf(await awaitGeneration(store, output, ({ id }) => id === previous.id))
        } catch (error) {
          if (!(error instanceof NoPreviousGenerationError)) throw error
          output.printStderr(`${error.message}.`)
          return exitCodes.wrong
        }
      })
    })
}
