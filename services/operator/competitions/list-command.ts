import { timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import { Command } from 'commander'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { aligned } from '../aligned.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument, printable } from '../printable.ts'
import { phaseOf } from './phase.ts'
import { zonedText } from './zoned-time.ts'

export function listCommand({ output, run }: CommandContext): Command {
  return new Command('list')
    .description('list all events, the latest first')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      await run(async ({ ledger }) => {
        const states = [...(await announcedCompetitions(ledger)).values()].map((state) => {
          const { document, offset } = state
          const { start, end } = timesOf(document)
          return {
            slug: document.slug,
            name: document.name,
            phase: phaseOf(state, Date.now()),
            start: zonedText(start),
            end: zonedText(end),
            rounds: document.rounds.length,
            charts: document.rounds.reduce((sum, { charts }) => sum + charts.length, 0),
            offset,
          }
        })
        states.sort((a, b) => (a.start < b.start ? 1 : -1))
        const lines = aligned(
          states.map(({ slug, name, phase, start, end }) => [
            slug,
            phase,
            `${start} to ${end}`,
            printable(name),
          ]),
        )
        await output.print(
          ...(json ? [jsonDocument(states)] : lines.length > 0 ? lines : ['No event was announced.']),
        )
        return exitCodes.fine
      })
    })
}
