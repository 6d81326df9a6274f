import { z } from 'zod'
import { boardNames } from '../board-name.ts'
import {
  competitionAccess,
  competitionDocument,
  competitionGrace,
  competitionRound,
  competitionSlug,
  maxOrganisers,
  newCompetitionDocument,
  posterPicture,
  roundCharts,
} from '../competition/competition-document.ts'
import { type PointsFormula, pointsFormula } from '../competition/points-formula.ts'
import { posterColour, posterSize } from '../competition/poster.ts'
import { chartHash, numericId, playerId } from '../ids.ts'
import { isClean } from '../play/clean-value.ts'
import { competitionChanged, competitionChangePlan } from './operated-competitions.ts'
import { maxPictureBytes, noPicture, pictureTooLarge, pictureTypes } from './profile.ts'
import { route } from './route.ts'
import { competitionPhase, competitionRanking } from './shapes/competition.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName } from './shapes/score.ts'
import { isoTime, zonedTime } from './shapes/time.ts'
import { cleanLine, cleanLines } from './shapes/visible-text.ts'

const { name, announcement, downloadUrl } = competitionDocument.shape
const { attempts, counted, cmod } = competitionRound.shape

const time = zonedTime.transform((text) => Date.parse(text))

/** The words of a competition that players may write. */
const competitionName = cleanLine.pipe(name)
const competitionAnnouncement = cleanLines.pipe(announcement)
const roundName = cleanLine.pipe(competitionRound.shape.name)
const organisersReason = cleanLine.pipe(z.string().trim().min(1, 'is required').max(500))

/** 10,000 points for the first rank, 8% less for each one below. */
const usualPoints: PointsFormula = {
  maxPoints: 10_000,
  minPoints: 1,
  pieces: [{ form: 'exponential', rate: 0.08, upTo: null }],
}

/** A round of a draft. Times that are not chosen yet are null. */
const draftRound = z.strictObject({
  name: z.string().max(60),
  start: zonedTime.nullable().default(null),
  end: zonedTime.nullable().default(null),
  charts: z.array(chartHash).max(200).default([]),
  attempts,
  counted,
  cmod,
})

/**
 * A competition as its organiser prepares it: `competitionDocument`, in which texts may still be empty and times null.
 * `grace`: seconds. `downloadUrl`: empty for none. `picture`: one that its owner has stored; null for none.
 */
export const draftDocument = z
  .strictObject({
    slug: z.string().max(60).default(''),
    name: z.string().max(80).default(''),
    announcement: z.string().max(4_000).default(''),
    downloadUrl: z.string().max(2_000).default(''),
    access: competitionAccess.default('everybody'),
    colour: posterColour.default('blue'),
    picture: posterPicture.nullable().default(null),
    rounds: z.array(draftRound).max(20).default([]),
    failedPlaysCount: z.boolean().default(false),
    grace: competitionGrace.default(86_400),
    points: pointsFormula.default(usualPoints),
    shown: z.int().min(1).max(100).default(10),
    boards: z
      .array(z.enum(boardNames))
      .max(boardNames.length)
      .default([...boardNames]),
  })
  .refine((document) => isClean(document), 'must not contain NUL or lone surrogates')
export type DraftDocument = z.infer<typeof draftDocument>

/** Slugs that look like pages. */
const reservedSlugs: ReadonlySet<string> = new Set([
  'new',
  'mine',
  'edit',
  'draft',
  'drafts',
  'organise',
  'organised',
  'overall',
])

const chosenTime = z.string('is required').pipe(time)

/** Reads a draft as the document that is published. What is missing is `too_small`, or has the message `is required`. */
export const publishableDocument = z
  .strictObject({
    ...competitionDocument.shape,
    slug: competitionSlug.refine((slug) => !reservedSlugs.has(slug), 'is reserved'),
    name: competitionName,
    announcement: competitionAnnouncement,
    downloadUrl: z.union([z.literal('').transform(() => null), downloadUrl.unwrap()]),
    rounds: z.array(
      z.strictObject({
        ...competitionRound.shape,
        name: roundName,
        start: chosenTime,
        end: chosenTime,
        attempts: attempts.unwrap().optional(),
        counted: counted.unwrap().optional(),
        cmod: cmod.unwrap().optional(),
      }),
    ),
    access: competitionAccess.optional(),
    colour: posterColour.optional(),
    picture: z.union([posterPicture, z.null().transform(() => undefined)]).optional(),
    ties: z.literal('share').default('share'),
  })
  .pipe(newCompetitionDocument)

/** Returns the slug that a name suggests; empty if it has no Latin letter or digit. */
export function suggestedSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
}

/** Grows with every change. */
const draftVersion = z.int().min(1).max(2_147_483_647)

const draftSummary = z.object({
  id: z.uuid(),
  version: draftVersion,
  createdAt: isoTime,
  updatedAt: isoTime,
})
export const competitionDraft = draftSummary.extend({ document: draftDocument })
export type CompetitionDraft = z.infer<typeof competitionDraft>

/**
 * What a player organises. `events`: owned and co-organised, the latest first. `limits`: maximum, and how many are left.
 * `cannotPublish`: why the caller cannot publish a draft now; null if they can.
 */
const organised = z.object({
  drafts: z.array(
    draftSummary.extend({ slug: z.string(), name: z.string(), rounds: z.int(), charts: z.int() }),
  ),
  events: z.array(
    z.object({
      slug: competitionSlug,
      name: z.string(),
      role: z.enum(['owner', 'organiser']),
      phase: competitionPhase,
      final: z.boolean(),
      start: isoTime,
      end: isoTime,
      access: competitionAccess,
      hidden: z.boolean(),
      pinned: z.boolean(),
    }),
  ),
  limits: z.object({
    events: z.object({ max: z.int(), left: z.int() }),
    drafts: z.object({ max: z.int(), left: z.int() }),
    rounds: z.int(),
    charts: z.int(),
    days: z.int(),
  }),
  cannotPublish: z.string().nullable(),
})
export type OrganisedCompetitions = z.infer<typeof organised>

export const listOrganisedCompetitions = route('listOrganisedEvents', 'GET /api/organised-events', {
  access: 'session',
  summary: 'List the drafts and events of the caller, and how many more are possible',
  answer: organised,
})

const draftId = z.object({ id: z.uuid() })
const draftBytes = 96 * 1024

export const createCompetitionDraft = route('createEventDraft', 'POST /api/event-drafts', {
  access: 'session',
  summary: 'Create the draft of an event; what is left out of the document has defaults',
  body: z.object({ document: draftDocument }),
  answer: competitionDraft,
  errors: [409],
  bodyLimit: draftBytes,
  grows: true,
})

export const getCompetitionDraft = route('getEventDraft', 'GET /api/event-drafts/:id', {
  access: 'session',
  summary: 'Get a draft of the caller',
  params: draftId,
  answer: competitionDraft,
  errors: [404],
})

export const saveCompetitionDraft = route('saveEventDraft', 'PUT /api/event-drafts/:id', {
  access: 'session',
  summary: 'Replace the document of a draft. `version`: the one that was edited; 409 if it was saved since',
  params: draftId,
  body: z.object({ version: draftVersion, document: draftDocument }),
  answer: competitionDraft,
  errors: [404, 409],
  bodyLimit: draftBytes,
  grows: true,
})

export const deleteCompetitionDraft = route('deleteEventDraft', 'DELETE /api/event-drafts/:id', {
  access: 'session',
  summary: 'Delete a draft; its slug is free again',
  params: draftId,
  answer: z.object({ id: z.uuid() }),
  errors: [404],
})

export const createPosterUpload = route('createEventPictureUpload', 'POST /api/event-pictures/upload-url', {
  access: 'session',
  summary:
    'Create an upload address for a picture of an event (PUT), valid for ten minutes; the picture must then be stored',
  body: z.object({
    contentType: z.literal(pictureTypes, noPicture),
    /** Bytes of the picture: the address accepts exactly this size. Without it, the size is checked after the upload. */
    size: z.int().min(1).max(maxPictureBytes, pictureTooLarge).optional(),
  }),
  answer: z.object({
    uploadUrl: z.string(),
    /** Identifies the upload for `storeEventPicture`. */
    upload: z.string(),
    /** Headers to send with the upload. */
    headers: z.record(z.string(), z.string()),
  }),
  errors: [409],
  grows: true,
})

export const storePoster = route('storeEventPicture', 'PUT /api/event-pictures', {
  access: 'session',
  summary: `Store an uploaded picture as a JPEG of ${posterSize.width} by ${posterSize.height} pixels, for a draft or an event of the caller; deleted after an hour unless one has it`,
  body: z.object({ upload: z.string().max(300) }),
  answer: z.object({ picture: posterPicture, pictureUrl: z.string() }),
  errors: [409, 503],
  grows: true,
  rate: 'change',
})

/** Number of players on each board of a preview. */
export const previewedPlayers = 20

/**
 * A draft as it would be published. `errors`: by path in the document, such as `rounds.0.end`. `standings`: as if it had
 * run with its last round ending now, from `from` to `to`; null while the document is incomplete.
 */
const draftPreview = z.object({
  errors: z.array(z.object({ field: z.string(), reason: z.string() })),
  warnings: z.array(z.string()),
  standings: z
    .object({
      from: isoTime,
      to: isoTime,
      participants: z.int(),
      leaderboards: z.array(
        z.object({ leaderboard: boardName, rankings: z.array(competitionRanking).max(previewedPlayers) }),
      ),
    })
    .nullable(),
})
export type DraftPreview = z.infer<typeof draftPreview>

export const previewCompetitionDraft = route('previewEventDraft', 'POST /api/event-drafts/:id/preview', {
  access: 'session',
  summary: 'Show what is missing in a draft, and the standings as if it had just run',
  params: draftId,
  answer: draftPreview,
  errors: [404, 503],
})

/** 422 with the errors that a preview lists; 409 with the reason of `cannotPublish`. */
export const publishCompetitionDraft = route('publishEventDraft', 'POST /api/event-drafts/:id/publish', {
  access: 'session',
  summary: 'Publish a draft as an event of the caller',
  params: draftId,
  body: z.object({ version: draftVersion }),
  answer: z.object({ slug: competitionSlug, ...competitionChanged.shape }),
  errors: [404, 409, 422, 503],
  rate: 'change',
  grows: true,
})

const round = z.int().min(1).max(20)

/**
 * What an organiser changes. What is left out stays. `grace`: seconds.
 * - words: `rounds` has the names of all rounds, in order
 * - rules: of a round that has not begun
 * - poster: `picture` is one that the caller has stored; null removes it
 * - play: it does not count in this event any more; `out` false puts it back
 */
export const organisersChange = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('charts'), round, charts: roundCharts }),
  z.strictObject({
    type: z.literal('window'),
    round,
    start: time.optional(),
    end: time.optional(),
    grace: competitionGrace.optional(),
  }),
  z.strictObject({ type: z.literal('points'), points: pointsFormula }),
  z.strictObject({
    type: z.literal('words'),
    name: competitionName.optional(),
    announcement: competitionAnnouncement.optional(),
    downloadUrl: downloadUrl.optional(),
    rounds: z.array(roundName).min(1).max(20).optional(),
  }),
  z.strictObject({ type: z.literal('organisers'), organisers: z.array(playerId).max(maxOrganisers) }),
  z.strictObject({
    type: z.literal('rules'),
    round,
    attempts: attempts.unwrap().optional(),
    counted: counted.unwrap().optional(),
    cmod: cmod.unwrap().optional(),
  }),
  z.strictObject({
    type: z.literal('poster'),
    access: competitionAccess.optional(),
    colour: posterColour.optional(),
    picture: posterPicture.nullable().optional(),
  }),
  z.strictObject({ type: z.literal('play'), playId: numericId, out: z.boolean() }),
])
export type OrganisersChange = z.output<typeof organisersChange>

/**
 * As actions of operators: a dry run answers with the plan alone, and a call that `confirms` a plan is refused with 409 if
 * the event was changed since. Only its owner changes the organisers.
 */
export const changeOrganisedCompetition = route('changeOrganisedEvent', 'POST /api/event/:slug/change', {
  access: 'session',
  summary: 'Change an event of the caller; the reason is public in its history',
  params: z.object({ slug: competitionSlug }),
  body: z.object({
    change: organisersChange,
    /** Required unless it is a dry run. */
    reason: organisersReason.optional(),
    dryRun: z.boolean().optional(),
    confirms: z.string().max(100).optional(),
  }),
  answer: z.object({
    plan: competitionChangePlan,
    confirms: z.string(),
    done: competitionChanged.nullable(),
  }),
  errors: [404, 409, 503],
  bodyLimit: draftBytes,
  rate: 'change',
  grows: true,
})

/** Number of changes in the history, latest first. */
export const shownChanges = 100

/**
 * `by`: an operator of the site, an organiser, or the server, which closes events. `user`: the organiser; null for others, and
 * if the account was deleted. `what`: such as `Round 1: end 2026-12-14 18:00 → 2026-12-15 18:00`. `playId`: the play that
 * was taken out or put back.
 */
const competitionChangeShown = z.object({
  at: isoTime,
  by: z.enum(['site', 'organiser', 'server']),
  user: playerName.nullable(),
  what: z.array(z.string()),
  playId: numericId.nullable(),
  reason: z.string().nullable(),
})
export type CompetitionChangeShown = z.infer<typeof competitionChangeShown>

export const getCompetitionHistory = route('getEventHistory', 'GET /api/event/:slug/history', {
  summary: `List the last ${shownChanges} changes of an event: when, by whom, what and why`,
  params: z.object({ slug: competitionSlug }),
  answer: z.object({ slug: competitionSlug, changes: z.array(competitionChangeShown).max(shownChanges) }),
  errors: [404],
})
export type CompetitionHistory = z.infer<typeof getCompetitionHistory.answer>
