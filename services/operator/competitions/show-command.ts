import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { fileOf, zonedText } from './competition-file.ts'
import { findCompetition } from './find-competition.ts'
import { phaseOf } from './phase.ts'

export function showCommand({ output, run }: CommandContext): Command {
  return new Command('show')
    .description('print an event: the document that `event announce` takes')
    .argument('<slug>', 'slug of the event')
    .option('--json', 'print one JSON document, also with its offset in the ledger and how it was closed')
    .action(async (slug: string, { json }: { json?: true }) => {
      await run(async (store) => {
        const state = await findCompetition(store, slug)
        const { document, offset, closed } = state
        const phase = phaseOf(state, Date.now())
        const when = closed && { ...closed, at: zonedText(closed.at) }
        await output.print(
          jsonDocument(json ? { offset, phase, closed: when, document: fileOf(document) } : fileOf(document)),
        )
        if (closed)
          output.printStderr(
            `Closed at ${zonedText(closed.at)} (0:${closed.offset}): ${closed.scores} scores on ${closed.charts} charts, SHA-256 ${closed.digest}`,
          )
        else if (phase === 'over')
          output.printStderr(
            `Over since ${zonedText(timesOf(document).end)}, not closed: plays may come in until ${zonedText(timesOf(document).closes)}.`,
          )
        return exitCodes.fine
      })
    })
}
