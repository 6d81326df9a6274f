import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { eventAnnounced } from '@stepledger/contracts/events/event-announced.ts'
import { eventChartsChosen } from '@stepledger/contracts/events/event-charts-chosen.ts'
import { eventPointsChanged } from '@stepledger/contracts/events/event-points-changed.ts'
import { eventWindowChanged } from '@stepledger/contracts/events/event-window-changed.ts'
import { describePoints } from '@stepledger/contracts/rules/points-formula.ts'
import { withRound } from '@stepledger/projections/standings/competition-state.ts'
import { announcedCompetitions } from '../../projector/competitions/announced-competitions.ts'
import { countArgument, graceArgument, timeArgument } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../format-text.ts'
import { type ChangeOptions, changeCommand, changeHelp } from './change-command.ts'
import { readCharts, readCompetitionFile, readPointsFile, zonedText } from './competition-file.ts'
import { findOpenCompetition, refuseClosed } from './find-competition.ts'
import { runChange } from './run-change.ts'
import { roundOf, type WindowOptions, withWindow } from './window-of.ts'

export function announceCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'announce', 'announce an event, or replace its document')
    .argument('<file>', 'JSON document of the event, in the format of `event show`; times need a time zone')
    .option('--unknown', 'allow charts that no play and no pack contains')
    .notes(changeHelp)
    .action(async (file: string, { unknown, ...options }: ChangeOptions & { unknown?: true }) => {
      const document = await readCompetitionFile(file)
      await run(async (store) => {
        const { slug } = document
        const before = (await announcedCompetitions(store.ledger)).get(slug) ?? null
        if (before) refuseClosed(before)
        return runChange(store, output, options, {
          before,
          after: document,
          unknown: unknown ?? false,
          question: before ? `Replace the document of ${slug}?` : `Announce ${slug}?`,
          done: before ? `${slug} is announced with a new document` : `${slug} is announced`,
          what: 'Event announced',
          encode: (event) => encodeEvent(eventAnnounced, { ...event, data: { document } }),
        })
      })
    })
}

interface ChartsOptions extends ChangeOptions {
  readonly round: number
  readonly unknown?: true
}

export function chartsCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'charts', 'set the charts of a round')
    .argument('<slug>', 'slug of the event')
    .argument('<charts...>', 'hashes of the charts in order, or one file with a JSON list of them')
    .requiredOption('--round <n>', 'number of the round, from 1', countArgument)
    .option('--unknown', 'allow charts that no play and no pack contains')
    .notes(`\nPlays from before the charts were set count as well.\n${changeHelp.trim()}`)
    .action(async (slug: string, given: readonly string[], { round, unknown, ...options }: ChartsOptions) => {
      const charts = await readCharts(given)
      await run(async (store) => {
        const before = await findOpenCompetition(store, slug)
        roundOf(before.document, round)
        return runChange(store, output, options, {
          before,
          after: withRound(before.document, round, { charts }),
          unknown: unknown ?? false,
          question: `Choose ${counted(charts.length, 'chart')} for round ${round} of ${slug}?`,
          done: `Round ${round} of ${slug} has ${counted(charts.length, 'chart')}`,
          what: 'Charts of an event chosen',
          encode: (event) => encodeEvent(eventChartsChosen, { ...event, data: { slug, round, charts } }),
        })
      })
    })
}

type WindowChange = ChangeOptions & WindowOptions & { readonly round: number }

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
    .action(async (slug: string, { round, start, end, grace, ...options }: WindowChange) => {
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
          what: 'Window of an event changed',
          encode: (event) => encodeEvent(eventWindowChanged, { ...event, data }),
        })
      })
    })
}

export function pointsCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'points', 'change the points formula of an event')
    .argument('<slug>', 'slug of the event')
    .argument('<file>', 'JSON file with the formula: `points` in the output of `event show`')
    .notes(changeHelp)
    .action(async (slug: string, file: string, options: ChangeOptions) => {
      const points = await readPointsFile(file)
      await run(async (store) => {
        const before = await findOpenCompetition(store, slug)
        return runChange(store, output, options, {
          before,
          after: { ...before.document, points },
          unknown: true,
          question: `Change the points of ${slug} to: ${describePoints(points)}`,
          done: `Points in ${slug} are changed`,
          what: 'Points of an event changed',
          encode: (event) => encodeEvent(eventPointsChanged, { ...event, data: { slug, points } }),
        })
      })
    })
}
