import {
  type UploadResult,
  type UploadState,
  uploadResult,
  uploadState,
} from '@stepledger/contracts/packs/upload.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Push } from '../../platform/push/push.ts'

/** States in which the upload's zip is needed. */
export const openStates: readonly UploadState[] = ['issued', 'waiting', 'processing']

/** An upload of a pack. */
export type Upload = Readonly<z.infer<typeof row>>

const row = z
  .object({
    id: z.string(),
    /** Null for an operator. */
    uploader: z.string().nullable(),
    name: z.string(),
    /** Announced bytes. */
    size: z.number().nullable(),
    state: uploadState,
    created_at: z.number(),
    /** Expiry of its URL, ms since 1970. */
    until: z.number(),
    pack: z.number().nullable(),
    songs_done: z.number(),
    songs: z.number().nullable(),
    result: uploadResult.nullable(),
  })
  .transform(({ created_at: createdAt, pack: packId, songs_done: songsDone, ...rest }) => ({
    ...rest,
    createdAt,
    packId,
    songsDone,
  }))

type Db = Pick<Database, 'pool'>

/** Where uploads are written. Each change is pushed to the page of operators. */
interface Uploads {
  readonly database: Db
  readonly push: Pick<Push, 'publish'>
}

const changed = { kind: 'operations', about: 'uploads' } as const

/** Postgres channel that is notified of waiting uploads. */
export const uploadsChannel = 'uploads'

async function select({ pool }: Db, where: string, values: readonly unknown[] = []): Promise<Upload[]> {
  const { rows } = await pool.query(`SELECT * FROM catalogue.uploads WHERE ${where}`, [...values])
  return z.array(row).parse(rows)
}

type NewUpload = Pick<Upload, 'id' | 'uploader' | 'name' | 'size' | 'createdAt' | 'until'>

/**
 * Inserts an upload, whose zip has not arrived, unless `check`, which gets the numbers of open uploads, throws. One at a time in all processes, so that
 * concurrent requests cannot exceed a limit together.
 */
export async function addUploadIf(
  { database, push }: { readonly database: Pick<Database, 'transaction'>; readonly push: Uploads['push'] },
  upload: NewUpload,
  check: (open: { readonly all: number; readonly own: number }) => void,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.uploads])
    check(await countOpen(tx, upload.uploader))
    const { id, uploader, name, size, createdAt, until } = upload
    await tx.query({
      text: `INSERT INTO catalogue.uploads (id, uploader, name, size, state, created_at, updated_at, until)
             VALUES ($1, $2, $3, $4, 'issued', $5, $5, $6)`,
      values: [id, uploader, name, size, createdAt, until],
    })
  })
  push.publish(changed)
}

/**
 * Moves an upload from one of the states `from` to another (compare-and-set). Returns false when another process has
 * changed it. `now`: ms since 1970.
 */
export async function moveUpload(
  { database: { pool }, push }: Uploads,
  id: string,
  from: readonly UploadState[],
  to: UploadState,
  now: number,
  change: { readonly packId?: number; readonly result?: UploadResult } = {},
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE catalogue.uploads SET state = $3, updated_at = $4, pack = coalesce($5, pack), result = coalesce($6::jsonb, result)
     WHERE id = $1 AND state = ANY ($2)`,
    [id, [...from], to, now, change.packId ?? null, change.result ? JSON.stringify(change.result) : null],
  )
  if (to === 'waiting' && rowCount === 1) await pool.query('SELECT pg_notify($1, $2)', [uploadsChannel, ''])
  push.publish(changed)
  return rowCount === 1
}

export async function saveProgress(
  { database: { pool }, push }: Uploads,
  id: string,
  done: number,
  songs: number,
): Promise<void> {
  await pool.query('UPDATE catalogue.uploads SET songs_done = $2, songs = $3 WHERE id = $1', [
    id,
    done,
    songs,
  ])
  push.publish(changed)
}

export async function uploadById(db: Db, id: string): Promise<Upload | null> {
  return (await select(db, 'id = $1', [id]))[0] ?? null
}

/** Latest uploads of a player (null: of operators), newest first. */
export function uploadsOf(db: Db, uploader: string | null, limit: number): Promise<Upload[]> {
  return select(db, 'uploader IS NOT DISTINCT FROM $1::uuid ORDER BY created_at DESC LIMIT $2', [
    uploader,
    limit,
  ])
}

/** Uploads whose zip has not arrived. */
export function issuedUploads(db: Db): Promise<Upload[]> {
  return select(db, `state = 'issued' ORDER BY created_at`)
}

/**
 * Waiting uploads in order of processing: an interrupted one first, then round-robin by uploader, so that many packs of
 * one uploader do not block others.
 */
export function waitingUploads(db: Db): Promise<Upload[]> {
  return select(
    db,
    `state IN ('waiting', 'processing') ORDER BY state <> 'processing',
     row_number() OVER (PARTITION BY uploader, state ORDER BY created_at, id), created_at, id`,
  )
}

async function countOpen(db: Queryable, uploader: string | null): Promise<{ all: number; own: number }> {
  const { rows } = await db.query({
    text: `SELECT count(*) AS all, count(*) FILTER (WHERE uploader IS NOT DISTINCT FROM $1::uuid) AS own
           FROM catalogue.uploads WHERE state IN ('issued', 'waiting', 'processing')`,
    values: [uploader],
  })
  return z.tuple([z.object({ all: z.number(), own: z.number() })]).parse(rows)[0]
}
