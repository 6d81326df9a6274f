import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { type ParkedEvents, parkedEvents } from '../../projector/generations/parked-events.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { aligned, counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { requireLiveGeneration } from '../require-live-generation.ts'
import { retryCommand } from './retry-command.ts'

const shown = 1_000

export function parkedCommand(context: CommandContext): Command {
  const { run } = context
  return new Command('parked')
    .enablePositionalOptions()
    .description('list parked events, which could not be folded, or retry them')
    .option('--json', 'print one JSON document')
    .notes(
      `\nWith their reasons, oldest first, at most ${shown}. Later events of a key wait behind its first one.`,
    )
    .addCommand(retryCommand(context))
    .action(async () => {
      await run(async (store) => {
        const live = await requireLiveGeneration(store)
        const parked = await parkedEvents(store.database, live.id, shown)
        return { document: parked, text: lines(parked) }
      })
    })
}

function lines({ count, first }: ParkedEvents): string[] {
  if (count === 0) return ['Nothing is parked.']
  return [
    `${counted(count, 'event')} parked:`,
    ...aligned(
      first.map((event) => [
        `  ${formatPosition(event)}`,
        printable(event.type),
        printable(event.key),
        printable(event.reason),
      ]),
    ),
  ]
}
