import { createHash } from 'node:crypto'
import { posterSize } from '@stepledger/contracts/competition/poster.ts'
import { textOf } from '@stepledger/contracts/competition/words.ts'
import { createPosterUpload, storePoster } from '@stepledger/contracts/http/organised-competitions.ts'
import { posterKey } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { invalidField, unauthorized } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { pictureMaker } from '../platform/images/make-picture.ts'
import { pictureUploads, servePictureUploads } from '../platform/images/picture-uploads.ts'
import type { CompetitionsDeps } from './deps.ts'

type Deps = Pick<CompetitionsDeps, 'database' | 'storage' | 'streams' | 'authentication' | 'log' | 'now'>

/** How long a picture may be in no draft and no competition, ms. */
const unusedMs = 3_600_000
/** Interval of deleting unused pictures, ms. */
const sweepEveryMs = 600_000

/** Serves uploads of pictures for posters, and deletes those that nothing has. */
export async function servePosters(app: FastifyInstance, deps: Deps): Promise<void> {
  const { database, log } = deps
  const pictures = pictureMaker({ ...posterSize, field: 'upload' })
  // Aborts before graceful shutdown waits for requests in flight.
  app.addHook('preClose', async () => pictures.stop())
  const uploads = pictureUploads(deps, {
    table: 'competitions.picture_uploads',
    prefix: 'poster-uploads/',
    field: 'upload',
    lock: (tx) => lock(tx, advisoryLocks.drafts),
  })
  servePictureUploads(app, deps, uploads)

  serve(app, createPosterUpload, async ({ caller: { playerId }, body: { contentType, size = null } }) => {
    const { key, url, headers } = await uploads.issue(playerId, contentType, size)
    return { uploadUrl: url, upload: key, headers }
  })

  serve(app, storePoster, async ({ caller: { playerId }, body: { upload } }) =>
    uploads.consume(playerId, upload, async (bytes) => {
      const picture = await store(deps, playerId, await pictures.make(playerId, bytes))
      return { picture, pictureUrl: `/media/${picture}` }
    }),
  )

  const works = [{ about: 'unused pictures of events', work: sweepPosters(deps) }]
  const background = await startBackgroundWorker({ database, log, works })
  app.addHook('onClose', () => background.stop())
}

/** Stores a picture, which players may share, and returns its SHA-256. */
async function store({ database, storage, now }: Deps, owner: string, jpeg: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  // Committed before the file is stored, so that a crash leaves no file without a row.
  await database.pool.query(
    `INSERT INTO competitions.pictures (owner, sha256, used_at) VALUES ($1, $2, $3)
     ON CONFLICT (owner, sha256) DO UPDATE SET used_at = excluded.used_at`,
    [owner, sha256, new Date(now())],
  )
  await database.transaction(async (tx) => {
    await lock(tx, advisoryLocks.posters)
    const { rowCount } = await tx.query(
      'SELECT FROM competitions.pictures WHERE owner = $1 AND sha256 = $2',
      [owner, sha256],
    )
    if (rowCount === 0) throw unauthorized('This account no longer exists')
    await storage.put(posterKey(sha256), jpeg)
  })
  return sha256
}

/** Keeps a picture of a player, who is about to use it, for another hour. Throws 422 if they have not stored it. */
export async function keepPoster(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { player, picture, field }: { readonly player: string; readonly picture: string; readonly field: string },
): Promise<void> {
  const { rowCount } = await database.pool.query(
    'UPDATE competitions.pictures SET used_at = $3 WHERE owner = $1 AND sha256 = $2',
    [player, picture, new Date(now())],
  )
  if (rowCount === 0) throw invalidField(field, 'This picture was deleted. Choose it again.')
}

/** Deletes pictures that no draft and no competition has had for an hour. Returns ms until the next run. */
export function sweepPosters(deps: Omit<Deps, 'log'>) {
  const { database, storage, now } = deps
  return async (signal: AbortSignal): Promise<number> => {
    const before = new Date(now() - unusedMs)
    // Drafts first: a draft is deleted after the event that publishes it.
    const { rows } = await database.pool.query(
      `SELECT DISTINCT sha256 FROM competitions.pictures p WHERE used_at < $1
         AND NOT EXISTS (SELECT FROM competitions.drafts d WHERE d.document ->> 'picture' = p.sha256)`,
      [before],
    )
    const found = stored.parse(rows)
    if (found.length === 0) return sweepEveryMs
    const used = await picturesOfCompetitions(deps)
    for (const { sha256 } of found) {
      signal.throwIfAborted()
      if (used.has(sha256)) continue
      await database.transaction(async (tx) => {
        await lock(tx, advisoryLocks.posters)
        await tx.query('DELETE FROM competitions.pictures WHERE sha256 = $1 AND used_at < $2', [
          sha256,
          before,
        ])
        const others = await tx.query('SELECT FROM competitions.pictures WHERE sha256 = $1', [sha256])
        if (others.rowCount === 0) await storage.delete(posterKey(sha256))
      })
    }
    return sweepEveryMs
  }
}

/** Deletes a picture for all who have uploaded it, and from their drafts, unless a competition still has it. */
export async function deletePoster(
  deps: Pick<Deps, 'database' | 'storage' | 'streams' | 'authentication'>,
  sha256: string,
): Promise<void> {
  if ((await picturesOfCompetitions(deps)).has(sha256)) return
  await deps.database.transaction(async (tx) => {
    await lock(tx, advisoryLocks.posters)
    await tx.query('DELETE FROM competitions.pictures WHERE sha256 = $1', [sha256])
    await deps.storage.delete(posterKey(sha256))
  })
}

/** Without those of erased players, which can't be read any more. */
async function picturesOfCompetitions({
  streams,
  authentication,
}: Pick<Deps, 'streams' | 'authentication'>): Promise<Set<string>> {
  const pictures = new Set<string>()
  for (const { document, words } of await streams.all()) {
    if (document.picture !== undefined) pictures.add(document.picture)
    if (!words?.picture) continue
    const { by } = words.picture
    const secrets = await authentication.secretsOf(by)
    const picture = secrets && textOf(words.picture, new Map([[by, secrets.sealingKey]]))
    if (picture !== null) pictures.add(picture)
  }
  return pictures
}

const stored = z.array(z.object({ sha256: z.string() }))

async function lock(tx: pg.PoolClient, [space, key]: readonly [number, number]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [space, key])
}
