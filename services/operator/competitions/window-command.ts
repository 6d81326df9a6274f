import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventWindowChanged } from '@stepledger/contracts/events/event-window-changed.ts'
import { countArgument, graceArgument, timeArgument } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { zonedText } from './competition-file.ts'
import { findOpenCompetition } from './find-competition.ts'
import { runChange } from './run-change.ts'
import { roundOf, type WindowOptions, withWindow } from './window-of.ts'

type Options = ChangeOptions & WindowOptions & { readonly round: number }

export function windowCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'window', 'change start and end of a round, and the grace period')
    .argument('<slug>', 'slug of the event')
    .requiredOption('--round <n>', 'number of the round, from 1', countArgument)
    .option(
      '--start <time>',
      'start of the round, with a time zone, such as 2026-12-07T18:00:00+01:00',
      timeArgument,
    )
    .option('--end <time>', 'end of the round, with a time zone', timeArgument)
    .option(
      '--grace <length>',
      'how long after the end of a round its plays are accepted, such as 36h; applies to all rounds',
      graceArgument,
    )
    .notes(changeHelp)
    .action(async (slug: string, { round, start, end, grace, ...options }: Options) => {
      await run(async (store) => {
        const before = await findOpenCompetition(store, slug)
        const after = withWindow(before.document, round, { start, end, grace })
        const changed = roundOf(after, round)
        const data = { slug, round, start: changed.start, end: changed.end, grace: after.grace }
        const text = `from ${zonedText(data.start)} to ${zonedText(data.end)}`
        return runChange(store, output, options, {
          before,
          after,
          unknown: true,
          question: `Change round ${round} of ${slug} to ${text}?`,
          done: `Round ${round} of ${slug} lasts ${text}; plays may come in ${after.grace} s later`,
          encode: (event, by) => encodeEvent(eventWindowChanged, { ...event, data: { ...data, by } }),
        })
      })
    })
}
