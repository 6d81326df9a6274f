import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { Command, Option } from 'commander'
import { countArgument, positionArgument } from '../arguments.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { listEvents } from './list-events.ts'
import { eventJson, eventLine } from './show-events.ts'

interface EventsOptions {
  readonly topic: Topic
  readonly key?: string
  readonly type?: string
  readonly from?: Position
  readonly limit?: number
  readonly json?: true
}

export function eventsCommand({ output, run }: CommandContext): Command {
  return new Command('events')
    .description('print the events of the ledger')
    .addOption(
      new Option('--topic <topic>', 'which topic to read').choices(['events', 'rules']).default('events'),
    )
    .option('--key <key>', 'only events with this key, such as the id of a player')
    .option('--type <type>', 'only events of this type, such as PlaySubmitted')
    .option(
      '--from <position>',
      'only one partition, starting at an offset: partition:offset',
      positionArgument,
    )
    .option('--limit <n>', 'at most this many', countArgument)
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      `
Prints each partition in order, up to its current end. Packed columns are shown by kind and length, such as {"f32": 928}. Malformed records and
events of unknown types are marked as such; with --key or --type malformed records are omitted.`,
    )
    .action(async ({ json, ...filters }: EventsOptions) => {
      await run(async ({ ledger }) => {
        for await (const page of listEvents(ledger, filters))
          await output.print(...page.map(json ? eventJson : eventLine))
        return exitCodes.fine
      })
    })
}
