import { z } from 'zod'
import {
  type CompetitionDocument,
  competitionAccess,
  competitionDocument,
  competitionGrace,
  competitionRound,
  competitionSlug,
  newCompetitionDocument,
  roundCharts,
} from '../competition/competition-document.ts'
import { pointsFormula } from '../competition/points-formula.ts'
import { posterColour } from '../competition/poster.ts'
import { playerId } from '../ids.ts'
import { isClean } from '../play/clean-value.ts'
import { action, forPrograms } from './action.ts'
import { operationsShown, parkedEvent } from './operations.ts'
import { route } from './route.ts'
import { boardName } from './shapes/score.ts'
import { duration, isoTime, zonedTime } from './shapes/time.ts'

const time = zonedTime.transform((text) => Date.parse(text))

const { attempts, counted, cmod } = competitionRound.shape

/**
 * The document of a competition in JSON: times are text with a time zone instead of ms, and the rules of a round can be
 * left out.
 */
export const competitionFile = z
  .strictObject({
    ...competitionDocument.shape,
    rounds: z.array(
      z.strictObject({
        ...competitionRound.shape,
        start: time,
        end: time,
        attempts: attempts.unwrap().optional(),
        counted: counted.unwrap().optional(),
        cmod: cmod.unwrap().optional(),
      }),
    ),
    access: competitionAccess.optional(),
    colour: posterColour.optional(),
  })
  .refine((document) => isClean(document), 'must not contain NUL or lone surrogates')
  .pipe(newCompetitionDocument)

/** The document as `competitionFile` reads it again. */
export function competitionFileOf(document: CompetitionDocument): z.input<typeof competitionFile> {
  const text = (ms: number) => new Date(ms).toISOString()
  return {
    ...document,
    rounds: document.rounds.map((round) => ({ ...round, start: text(round.start), end: text(round.end) })),
  }
}

const operatedCompetition = z.object({
  slug: competitionSlug,
  name: z.string(),
  phase: z.enum(['before', 'running', 'over', 'closed']),
  start: isoTime,
  end: isoTime,
  rounds: z.int(),
  charts: z.int(),
  /** When its standings became final; null before. */
  closed: isoTime.nullable(),
  /** Alias of the player who organises it, or the id if the account was deleted; null: the site. */
  owner: z.string().nullable(),
  access: competitionAccess,
  hidden: z.boolean(),
  pinned: z.boolean(),
  /** Of its poster; null without one. */
  pictureUrl: z.string().nullable(),
  /** Of the last event that changed it, in the topic `rules`. */
  offset: z.int(),
})
export type OperatedCompetition = z.infer<typeof operatedCompetition>

export const listOperatedCompetitions = route('listOperatedEvents', 'GET /api/admin/events', {
  access: 'ledger.operate',
  command: 'event list',
  summary: 'List all events, the latest first',
  answer: z.array(operatedCompetition),
})

const slug = competitionSlug.describe('slug of the event')

export const getOperatedCompetition = route('getOperatedEvent', 'GET /api/admin/events/:slug', {
  access: 'ledger.operate',
  command: 'event show <slug>',
  summary: 'Show the document of an event; with --json as "event announce" takes it',
  params: z.object({ slug }),
  answer: z.object({
    ...competitionDocument.shape,
    rounds: z.array(z.object({ ...competitionRound.shape, start: isoTime, end: isoTime })),
  }),
  errors: [404],
})

/** Players whose rank or points change. */
const moves = {
  players: z.int(),
  /** Numbers of players. `before`, `after`: participants. */
  leaderboards: z.array(
    z.object({ leaderboard: boardName, before: z.int(), after: z.int(), moved: z.int() }),
  ),
  /** In the whole event, largest first, at most 40. Ranks are null for players who don't take part. */
  moves: z.array(
    z.object({
      leaderboard: boardName,
      user: z.object({ id: playerId, alias: z.string().nullable() }),
      rankBefore: z.int().nullable(),
      rankAfter: z.int().nullable(),
      pointsBefore: z.number(),
      pointsAfter: z.number(),
    }),
  ),
  /** The rounds in which players move. */
  rounds: z.array(z.object({ round: z.string(), players: z.int() })),
}

/** Maximum listed differences. */
export const differencesShown = 40

/** Number of changes of the competition so far. */
const version = z.int().register(forPrograms)

export const competitionChangePlan = z.object({
  version,
  /** Between the documents: `grace: 3600 → 7200`. Empty for a new competition. */
  differences: z.array(z.string()).max(differencesShown + 1),
  warnings: z.array(z.string()),
  ...moves,
})
export type CompetitionMovesShown = Pick<z.infer<typeof competitionChangePlan>, keyof typeof moves>

/** `shown`: whether the standings show it already. They follow when a projector runs. */
export const competitionChanged = z.object({ offset: z.int(), shown: z.boolean() })

const round = z.int().min(1).max(20).describe('number of the round, from 1')
const charts = roundCharts.describe('hashes of the charts in order, or a .json file with a list of them')
const unknown = z.boolean().optional().describe('allow charts that no play and no pack contains')
const points = pointsFormula.describe('JSON file with a formula: "points" of the output of "event show"')
const window = {
  start: time.optional().describe('start of the round, such as 2026-12-07T18:00+01:00'),
  end: time.optional().describe('end of the round, with a time zone'),
  grace: duration
    .pipe(competitionGrace)
    .optional()
    .describe('how long after the end of any round its plays are accepted, such as 36h'),
}

const shared = { plan: competitionChangePlan, done: competitionChanged, errors: [404, 503] }

export const announceCompetition = action('announceEvent', 'POST /api/admin/event/announce', {
  command: 'event announce <document>',
  summary: 'Announce an event, or replace its document',
  input: z.object({
    document: competitionFile.describe('JSON file in the format of "event show"; times need a time zone'),
    unknown,
  }),
  ...shared,
  confirm: 'Announce it?',
  bodyLimit: 128 * 1024,
})

export const chooseCompetitionCharts = action('chooseEventCharts', 'POST /api/admin/event/charts', {
  command: 'event charts <slug> <charts...>',
  summary: 'Set the charts of a round; earlier plays on them count as well',
  input: z.object({ slug, charts, round, unknown }),
  ...shared,
  confirm: 'Set the charts?',
})

export const moveCompetitionWindow = action('moveEventWindow', 'POST /api/admin/event/window', {
  command: 'event window <slug>',
  summary: 'Change start and end of a round, and the grace period',
  input: z.object({
    slug,
    round: round.optional().describe('number of the round that starts or ends at other times, from 1'),
    ...window,
  }),
  ...shared,
  confirm: 'Change the window?',
})

export const changeCompetitionPoints = action('changeEventPoints', 'POST /api/admin/event/points', {
  command: 'event points <slug> <points>',
  summary: 'Change the points formula of an event',
  input: z.object({ slug, points }),
  ...shared,
  confirm: 'Change the points?',
})

export const previewCompetition = route('previewEvent', 'POST /api/admin/event/preview', {
  access: 'ledger.operate',
  command: 'event preview <slug>',
  summary: 'Show the effect of other points, charts or windows, also in combination',
  body: z.object({
    slug,
    points: pointsFormula.optional().describe('JSON file with another formula'),
    round: round.optional().describe('number of the round that --charts and the times apply to, from 1'),
    charts: roundCharts.optional().describe('hashes of the charts of the round, or a .json file with a list'),
    ...window,
    unknown,
  }),
  answer: competitionChangePlan,
  errors: [404, 409],
})

export const closeCompetition = action('closeEvent', 'POST /api/admin/event/close', {
  command: 'event close <slug>',
  summary: 'Make the standings of an event final; again after its scores have changed',
  input: z.object({ slug }),
  /**
   * The scores to record, and who moves since the last closing. `parked`: the number of parked events, whose scores are
   * left out; `parkedEvents`: the oldest of them.
   */
  plan: z.object({
    version,
    scores: z.int(),
    charts: z.int(),
    parked: z.int(),
    parkedEvents: z.array(parkedEvent).max(operationsShown.parked),
    digest: z.string(),
    ...moves,
  }),
  done: competitionChanged,
  confirm: 'Make the standings final?',
  errors: [404, 503],
})

/** `name`: of the event. */
const listing = {
  plan: z.object({ version, name: z.string() }),
  done: competitionChanged,
  errors: [404, 503],
}

export const hideCompetition = action('hideEvent', 'POST /api/admin/event/hide', {
  command: 'event hide <slug>',
  summary: 'Hide an event from all but its organisers and operators; the reason is public in its history',
  needsReason: true,
  input: z.object({ slug, undo: z.boolean().optional().describe('show it again') }),
  ...listing,
})

export const pinCompetition = action('pinEvent', 'POST /api/admin/event/pin', {
  command: 'event pin <slug>',
  summary: 'Show an event of a player as one of the site: on home, in the game and in profiles',
  input: z.object({ slug, undo: z.boolean().optional().describe('no longer') }),
  ...listing,
})

export const removeCompetitionPicture = action('removeEventPicture', 'POST /api/admin/event/remove-picture', {
  command: 'event remove-picture <slug>',
  summary:
    'Take the picture off the poster of an event, and delete it; the reason is public in the history of the event',
  needsReason: true,
  input: z.object({ slug }),
  ...listing,
  confirm: 'Delete the picture?',
})

export const passCompetitionOn = action('passEventOn', 'POST /api/admin/event/owner', {
  command: 'event owner <slug> [alias]',
  summary: 'Transfer an event to a player, or to the site',
  input: z.object({
    slug,
    alias: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('alias of the player who organises it; the site by default'),
  }),
  ...listing,
  confirm: 'Transfer it?',
})
