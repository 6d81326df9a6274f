import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { Option } from 'commander'
import { findPlayer } from '../../accounts/players/find-player.ts'
import { countArgument, positionArgument, timeArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { noSuchPlayer } from '../no-such-player.ts'
import { listEvents } from './list-events.ts'
import { eventJson, eventLine } from './show-events.ts'

interface EventsOptions {
  readonly topic: Topic
  readonly key?: string
  readonly type?: string
  readonly from?: Position
  readonly limit?: number
  readonly player?: string
  readonly since?: number
  readonly until?: number
  readonly client?: string
  readonly json?: true
}

export function eventsCommand({ output, run }: CommandContext): Command {
  return new Command('events')
    .description('print the events of the ledger')
    .addOption(
      new Option('--topic <topic>', 'which topic to read; rules has rules, competitions and the audit log')
        .choices(['events', 'rules'])
        .default('events'),
    )
    .option('--key <key>', 'only events with this key, such as the id of a player')
    .option('--type <type>', 'only events of this type, such as PlaySubmitted')
    .option(
      '--from <position>',
      'only one partition, starting at an offset: partition:offset',
      positionArgument,
    )
    .option('--player <alias>', 'only events of this player, by alias or id')
    .option('--client <version>', 'only plays sent in this version of the format, such as 1.3')
    .option('--since <time>', 'only events of this time or later, such as 2026-12-07T17:00Z', timeArgument)
    .option('--until <time>', 'only events before this time', timeArgument)
    .option('--limit <n>', 'at most this many', countArgument)
    .option('--json', 'print one JSON object per line')
    .notes(`
Prints each partition in order, up to its current end. Packed columns are shown by kind and length,
such as {"f32": 928}. Malformed records and events of unknown types are marked as such; with a
filter other than --from malformed records are omitted. The time of a play is that of its receipt.`)
    .action(async ({ json, player, client: clientVersion, ...filters }: EventsOptions) => {
      if (player !== undefined && filters.key !== undefined)
        throw new UsageError(
          '--player and --key exclude each other: the key of an event is the id of its player',
        )
      await run(async ({ ledger, database }) => {
        const owner = player === undefined ? null : await findPlayer(database, player)
        if (player !== undefined && !owner) return noSuchPlayer(output, player)
        const key = owner?.id ?? filters.key
        let found = 0
        for await (const page of listEvents(ledger, { ...filters, key, clientVersion })) {
          found += page.length
          await output.print(...page.map(json ? eventJson : eventLine))
        }
        if (found === 0) output.printStderr(`No event of the topic ${filters.topic} matches.`)
        return exitCodes.fine
      })
    })
}
