import { timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { aligned } from '../format-text.ts'
import { jsonDocument, printable } from '../printable.ts'
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
