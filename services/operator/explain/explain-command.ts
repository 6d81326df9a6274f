import { Command } from 'commander'
import { playIdArgument } from '../arguments.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { noSuchPlay } from '../find-play.ts'
import { jsonDocument } from '../printable.ts'
import { explainPlayById } from './explain-play.ts'
import { showExplanation } from './show-explanation.ts'

export function explainCommand({ output, run }: CommandContext): Command {
  return new Command('explain')
    .description("show a play's event, and the rules and calculation of its scores")
    .argument('<play>', 'id of the play', playIdArgument)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExits with 1 when the play does not exist, or when the shown scores differ from the calculated ones.',
    )
    .action(async (playId: number, { json }: { json?: true }) => {
      await run(async (store) => {
        const explained = await explainPlayById(store, playId)
        if (!explained) {
          output.say(noSuchPlay(playId))
          return exitCodes.wrong
        }
        await output.print(...(json ? [jsonDocument(explained)] : showExplanation(explained)))
        return explained.agrees ? exitCodes.fine : exitCodes.wrong
      })
    })
}
