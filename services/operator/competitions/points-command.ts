import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventPointsChanged } from '@stepledger/contracts/events/event-points-changed.ts'
import { describePoints } from '@stepledger/contracts/rules/points-formula.ts'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { changeCommand, changeHelp } from './change-command.ts'
import { readPointsFile } from './event-file.ts'
import { findOpenEvent } from './find-event.ts'
import { type ChangeOptions, refuseUnasked, runChange } from './run-change.ts'

export function pointsCommand({ output, run }: CommandContext): Command {
  return changeCommand('points', 'make all ranks of an event worth other points')
    .argument('<slug>', 'which event')
    .argument('<file>', 'a file with the formula: `points` of what `event show` prints')
    .addHelpText('after', changeHelp)
    .action(async (slug: string, file: string, options: ChangeOptions) => {
      const points = await readPointsFile(file)
      refuseUnasked(output, options)
      await run(async (store) => {
        const before = await findOpenEvent(store, slug)
        return runChange(store, output, options, {
          before,
          after: { ...before.document, points },
          unknown: true,
          question: `Give points in ${slug} like this: ${describePoints(points)}`,
          done: `Points in ${slug} are changed`,
          what: 'Points of an event changed',
          encode: (event) => encodeEvent(eventPointsChanged, { ...event, data: { slug, points } }),
        })
      })
    })
}
