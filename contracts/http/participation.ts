import { z } from 'zod'
import { competitionSlug } from '../competition/competition-document.ts'
import { maxDecidedAtOnce, maxInvitations } from '../competition/participation.ts'
import { participationStatus } from '../competition/participation-events.ts'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { competitionPhase, competitionSummary } from './shapes/competition.ts'
import { messageAnswer } from './shapes/message.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

const bySlug = z.object({ slug: competitionSlug })

/**
 * The caller in a competition. `status` null: never asked, nor came or left. `takesPart`: the caller's plays count, if they
 * fit.
 */
const ownParticipation = z.object({
  slug: competitionSlug,
  status: participationStatus.nullable(),
  takesPart: z.boolean(),
})
export type OwnParticipation = z.infer<typeof ownParticipation>

export const getParticipation = route('getEventParticipation', 'GET /api/event/:slug/participation', {
  access: 'session',
  summary: 'Get whether the caller takes part in an event',
  params: bySlug,
  answer: ownParticipation,
  errors: [404],
})

/** A code of an invitation link: 128 random bits. */
export const invitationCode = z.string().regex(/^[0-9a-f]{32}$/)

export const takePart = route('takePartInEvent', 'POST /api/event/:slug/participation', {
  access: 'session',
  summary:
    'Take part in an event, or ask to where its organisers accept players; plays within its rounds count, also earlier ones',
  params: bySlug,
  body: z.object({ invitation: invitationCode.optional() }),
  answer: messageAnswer,
  errors: [404, 409, 503],
  rate: 'change',
  grows: true,
})

export const leaveCompetition = route('leaveEvent', 'DELETE /api/event/:slug/participation', {
  access: 'session',
  summary: 'Leave an event, or take a request back; the plays of the caller no longer count in it',
  params: bySlug,
  answer: messageAnswer,
  errors: [404, 409, 503],
  rate: 'change',
})

export const participantsPageSize = 50

export const listParticipants = route('listEventParticipants', 'GET /api/event/:slug/participants', {
  access: 'session',
  summary: `List the players with a status in an event of the caller, the earliest first, ${participantsPageSize} per page`,
  params: bySlug,
  query: z.object({
    status: participationStatus.default('asked'),
    page: pageNumber.default(1),
  }),
  answer: z.object({
    players: z.array(z.object({ user: playerName, since: isoTime })),
    meta: pageMeta,
  }),
  errors: [404],
})

/** `left`: the players who could not be decided on, each with the reason. */
export const decideParticipants = route('decideEventParticipants', 'POST /api/event/:slug/participants', {
  access: 'session',
  summary: 'Accept players who asked to take part in an event of the caller, or refuse them and those who do',
  params: bySlug,
  body: z.object({
    players: z
      .array(playerId)
      .min(1)
      .max(maxDecidedAtOnce)
      .refine((players) => new Set(players).size === players.length, 'a player is named twice')
      .meta({ uniqueItems: true }),
    accepted: z.boolean(),
  }),
  answer: z.object({
    decided: z.int(),
    left: z.array(z.object({ userId: playerId, reason: z.string() })),
  }),
  errors: [404, 409, 503],
  rate: 'change',
  grows: true,
})

/** Null before the first one. */
const invitation = z.object({ code: invitationCode.nullable() })

export const getInvitation = route('getEventInvitation', 'GET /api/event/:slug/invitation', {
  access: 'session',
  summary: 'Get the code of the invitation link of an event of the caller',
  params: bySlug,
  answer: invitation,
  errors: [404],
})

export const renewInvitation = route('renewEventInvitation', 'POST /api/event/:slug/invitation', {
  access: 'session',
  summary:
    'Replace the code of the invitation link of an event of the caller; the one before is no longer valid',
  params: bySlug,
  answer: invitation,
  errors: [404, 409],
  rate: 'change',
  grows: true,
})

export const openInvitation = route('openEventInvitation', 'PUT /api/event/:slug/invited', {
  access: 'session',
  summary: `Keep an invitation for the list of the caller until it is accepted; at most ${maxInvitations}, the latest`,
  params: bySlug,
  body: z.object({ invitation: invitationCode }),
  answer: messageAnswer,
  errors: [404, 409],
  grows: true,
})

export const dismissInvitation = route('dismissEventInvitation', 'DELETE /api/event/:slug/invited', {
  access: 'session',
  summary: 'Take an event off the list of invitations of the caller, until its link is opened again',
  params: bySlug,
  answer: messageAnswer,
})

/** An invitation that the player has opened, with a valid code. `owner`: the alias of the organiser; null: the site. */
const keptInvitation = z.object({
  slug: competitionSlug,
  name: z.string(),
  owner: z.string().nullable(),
  phase: competitionPhase,
  start: isoTime,
  end: isoTime,
  code: invitationCode,
})
export type KeptInvitation = z.infer<typeof keptInvitation>

export const listInvitations = route('listEventInvitations', 'GET /api/invitations', {
  access: 'session',
  summary:
    'List the events to which the caller was invited, without those the caller has joined, latest first',
  answer: z.object({ invitations: z.array(keptInvitation).max(maxInvitations) }),
})

/** An overall place, on the requested board or else on the first one. */
const placeOfPlayer = z.object({
  leaderboard: boardName,
  rank: z.int().positive(),
  points: z.int(),
  participants: z.int().positive(),
})

/** `status` null: one of the site with points of the caller. `place`: null without points. */
export const ownCompetition = z.object({
  event: competitionSummary,
  status: participationStatus.nullable(),
  place: placeOfPlayer.nullable(),
})
export type OwnCompetition = z.infer<typeof ownCompetition>

/** A competition in which a player takes part, and has points. */
const result = z.object({ event: competitionSummary, place: placeOfPlayer })
export type CompetitionResult = z.infer<typeof result>

/** Maximum competitions in one answer. */
export const competitionsOfPlayerShown = 50

const board = z.object({ leaderboard: z.string().max(20).optional() })

export const listOwnCompetitions = route('listOwnEvents', 'GET /api/own-events', {
  access: 'session',
  summary: `List the last ${competitionsOfPlayerShown} events in which the caller takes part or asked to, the latest end first, with the overall place`,
  query: board,
  answer: z.object({ events: z.array(ownCompetition).max(competitionsOfPlayerShown) }),
})

export const listPlayerResults = route('listPlayerResults', 'GET /api/user/:id/results', {
  summary: `List the overall places of a player in the last ${competitionsOfPlayerShown} events that are in lists and in which the player takes part, the latest end first`,
  params: z.object({ id: playerId }),
  query: board,
  answer: z.object({ results: z.array(result).max(competitionsOfPlayerShown) }),
})
