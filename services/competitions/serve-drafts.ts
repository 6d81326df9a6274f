import { randomUUID } from 'node:crypto'
import {
  type CompetitionDocument,
  competitionSlug,
  timesOf,
} from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionDraft,
  createCompetitionDraft,
  type DraftDocument,
  type DraftPreview,
  deleteCompetitionDraft,
  draftDocument,
  getCompetitionDraft,
  previewCompetitionDraft,
  previewedPlayers,
  publishableDocument,
  publishCompetitionDraft,
  saveCompetitionDraft,
} from '@stepledger/contracts/http/organised-competitions.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { advisoryLocks, LockHeldError, withLock } from '../platform/database/advisory-locks.ts'
import { conflict, HttpError, notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import type { CompetitionChanger } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'
import { organiserLimits } from './organiser-limits.ts'
import { keepPoster } from './posters.ts'
import { competitionsDatabase, type DraftRow } from './tables.ts'

type FieldError = DraftPreview['errors'][number]

/** Previews read the scores of up to 200 charts, so they are made one at a time. */
const maxQueuedPreviews = 20

/** Serves the drafts of players: their own alone, which no other page shows. */
export function serveDrafts(app: FastifyInstance, deps: CompetitionsDeps, changer: CompetitionChanger): void {
  const { database, streams, reads, players, limits, now } = deps
  const db = competitionsDatabase(database)
  const checks = organiserLimits(deps, changer)
  const previews = new PQueue({ concurrency: 1 })
  // Publishing counts the competitions of a player and compares names, so it is done one at a time.
  const publishing = new PQueue({ concurrency: 1 })

  /** Throws 404, also for drafts of others. */
  async function find(id: string, owner: string): Promise<DraftRow> {
    const row = await db
      .selectFrom('competitions.drafts')
      .selectAll()
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirst()
    if (!row) throw notFound('Draft not found')
    return row
  }

  /** The slug to reserve; null while there is none. Throws 409 for that of an event. */
  async function reserved({ slug }: DraftDocument): Promise<string | null> {
    if (!competitionSlug.safeParse(slug).success) return null
    const [state] = await streams.read([slug])
    if (state?.document) throw taken(slug)
    return slug
  }

  async function keepPicture(
    { picture }: Pick<DraftDocument, 'picture'>,
    player: string,
    field = 'document.picture',
  ): Promise<void> {
    if (picture !== null) await keepPoster(deps, { player, picture, field })
  }

  serve(app, createCompetitionDraft, async ({ caller: { playerId: owner }, body: { document } }) => {
    await keepPicture(document, owner)
    const slug = await reserved(document)
    const at = new Date(now())
    const row = await db.transaction().execute(async (trx) => {
      // Counted one at a time, so that no player has more.
      await sql`select pg_advisory_xact_lock(${sql.join(advisoryLocks.drafts)})`.execute(trx)
      const own = await trx
        .selectFrom('competitions.drafts')
        .select('id')
        .where('owner', '=', owner)
        .execute()
      if (own.length >= limits.drafts)
        throw conflict(`You can have up to ${limits.drafts} drafts. Delete one first.`)
      return trx
        .insertInto('competitions.drafts')
        .values({
          id: randomUUID(),
          owner,
          slug,
          document: JSON.stringify(document),
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(slugTaken(slug))
    })
    return shown(row)
  })

  serve(app, getCompetitionDraft, async ({ caller, params }) => shown(await find(params.id, caller.playerId)))

  serve(
    app,
    saveCompetitionDraft,
    async ({ caller: { playerId: owner }, params: { id }, body: { version, document } }) => {
      await keepPicture(document, owner)
      const slug = await reserved(document)
      const row = await db
        .updateTable('competitions.drafts')
        .set(({ eb }) => ({
          slug,
          document: JSON.stringify(document),
          version: eb('version', '+', 1),
          updated_at: new Date(now()),
        }))
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('version', '=', version)
        .returningAll()
        .executeTakeFirst()
        .catch(slugTaken(slug))
      if (row) return shown(row)
      await find(id, owner)
      throw savedSince()
    },
  )

  serve(app, deleteCompetitionDraft, async ({ caller, params: { id } }) => {
    await find(id, caller.playerId)
    await db.deleteFrom('competitions.drafts').where('id', '=', id).execute()
    return { id }
  })

  /** The document, if it is complete, and what is wrong with it. */
  async function check(draft: DraftDocument) {
    const parsed = publishableDocument.safeParse(draft)
    if (!parsed.success) return { document: null, errors: parsed.error.issues.map(errorOf) }
    const { data: document } = parsed
    return { document, errors: await errorsOf(document) }
  }

  async function errorsOf(document: CompetitionDocument): Promise<FieldError[]> {
    const { slug, name, rounds } = document
    const [state] = await streams.read([slug])
    const similar = await checks.similarName(name, slug)
    const last = rounds.length - 1
    return [
      ...(state?.document ? [{ field: 'slug', reason: 'is taken' }] : []),
      ...(similar ? [{ field: 'name', reason: similar }] : []),
      ...(timesOf(document).end <= now()
        ? [{ field: `rounds.${last}.end`, reason: 'must be in the future' }]
        : []),
      ...checks.beyondLimits(document).map((reason) => ({ field: 'rounds', reason })),
    ]
  }

  serve(app, previewCompetitionDraft, async ({ caller, params }) => {
    const draft = draftDocument.parse((await find(params.id, caller.playerId)).document)
    const { document, errors } = await check(draft)
    if (!document) return { errors, warnings: [], standings: null }
    if (previews.size >= maxQueuedPreviews) throw busy()
    const warnings = [
      ...(await changer.chartWarnings(null, document, true)),
      ...changer.boardWarnings(document),
    ]
    return { errors, warnings, standings: await previews.add(() => standingsOf(document)) }
  })

  /** As if its last round ended now, and everybody took part. */
  async function standingsOf(document: CompetitionDocument): Promise<DraftPreview['standings']> {
    const { start, end } = timesOf(document)
    const later = now() - end
    const moved = {
      ...document,
      access: 'everybody' as const,
      rounds: document.rounds.map((round) => ({
        ...round,
        start: round.start + later,
        end: round.end + later,
      })),
    }
    const { participants, boards } = await reads.leaders(moved, previewedPlayers)
    const names = await players.lookUp(boards.flatMap((board) => board.players.map(({ player }) => player)))
    return {
      from: new Date(start + later).toISOString(),
      to: new Date(end + later).toISOString(),
      participants,
      leaderboards: boards.map(({ board, players: first }) => ({
        leaderboard: board,
        rankings: first.flatMap(({ player, rank, points, charts }) => {
          const user = names.get(player)
          if (!user) return []
          const { alias: userAlias, profileImageUrl: userProfileImageUrl } = user
          return {
            rank,
            userId: player,
            userAlias,
            userProfileImageUrl,
            totalPoints: points,
            chartsPlayed: charts,
          }
        }),
      })),
    }
  }

  serve(
    app,
    publishCompetitionDraft,
    async ({ caller: { playerId: owner }, params: { id }, body: { version }, reply }) => {
      const ended = new AbortController()
      reply.raw.once('close', () => ended.abort())
      const lock = { locks: [advisoryLocks.publishing], applicationName: 'stepledger publishing' }
      const published = await publishing
        .add(() => withLock(database, lock, (signal) => publish({ id, version, owner }, signal)))
        .catch((cause: unknown) => {
          throw cause instanceof LockHeldError ? busy({ cause }) : cause
        })
      return { slug: published.slug, ...(await changer.settled(published.offset, ended.signal)) }
    },
  )

  /** Publishes a draft and deletes it. Throws HttpError. */
  async function publish(
    { id, version, owner }: Pick<DraftRow, 'id' | 'version' | 'owner'>,
    signal: AbortSignal,
  ): Promise<{ readonly slug: string; readonly offset: number }> {
    const row = await find(id, owner)
    const draft = draftDocument.parse(row.document)
    const { slug } = draft
    const [before] = await streams.read([slug])
    // Published by a call whose process ended before it deleted the draft.
    const isPublished = before?.document && before.owner === owner
    const offset = isPublished ? before.offset : await decide(row, version, draft, signal)
    await db.deleteFrom('competitions.drafts').where('id', '=', id).execute()
    return { slug, offset }
  }

  async function decide(row: DraftRow, version: number, draft: DraftDocument, signal: AbortSignal) {
    const { owner } = row
    if (row.version !== version) throw savedSince()
    const reason = await checks.cannotPublish(owner)
    if (reason !== null) throw conflict(reason)
    const { document, errors } = await check(draft)
    const [first] = errors
    if (first)
      throw new HttpError(422, `${first.field}: ${first.reason}`, { field: first.field, reasons: errors })
    if (!document) throw new Error('a draft is incomplete without an error')
    // An operator may have deleted it.
    await keepPicture(draft, owner, 'picture')
    const seal = await checks.sealer(owner)
    const words = {
      name: seal(document.name),
      announcement: seal(document.announcement),
      downloadUrl: document.downloadUrl === null ? null : seal(document.downloadUrl),
      picture: document.picture === undefined ? null : seal(document.picture),
      rounds: document.rounds.map(({ name }) => seal(name)),
    }
    const by = { organiser: owner, reason: null }
    return changer.decide(
      { type: 'publish', document, owner, words, limits, by },
      { slug: document.slug, signal },
    )
  }
}

function shown({ id, version, document, created_at, updated_at }: DraftRow): CompetitionDraft {
  return {
    id,
    version,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    document: draftDocument.parse(document),
  }
}

function errorOf(issue: z.core.$ZodIssue): FieldError {
  const isEmpty = issue.code === 'too_small' && issue.minimum === 1
  return { field: issue.path.join('.'), reason: isEmpty ? 'is required' : issue.message }
}

const taken = (slug: string) => conflict(`The address /event/${slug} is taken`, 'document.slug')
const savedSince = () => conflict('This draft was saved since, perhaps in another tab. Load it again.')

function slugTaken(slug: string | null): (error: unknown) => never {
  return (error) => {
    const isTaken =
      error instanceof Error && 'constraint' in error && error.constraint === 'draft_slug_is_unique'
    throw isTaken && slug !== null ? taken(slug) : error
  }
}

function busy(options?: ErrorOptions): HttpError {
  return new HttpError(
    503,
    'The server is busy. Please try again in a moment.',
    {
      headers: { 'retry-after': '5' },
    },
    options,
  )
}
