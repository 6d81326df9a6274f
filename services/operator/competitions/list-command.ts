import { timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { aligned } from '../format-text.ts'
import { printable } from '../printable.ts'
import { zonedText } from './competition-file.ts'
import { phaseOf } from './phase.ts'

export function listCommand({ run }: CommandContext): Command {
  return new Command('list')
    .description('list all events, the latest first')
    .option('--json', 'print one JSON document')
    .action(async () => {
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
        return { document: states, text: lines.length > 0 ? lines : 'No event was announced.' }
      })
    })
}
