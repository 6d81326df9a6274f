import { textOf } from '@stepledger/contracts/competition/words.ts'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import { erasure } from '@stepledger/contracts/erasure/erasure.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { mediaKey, posterKey, uploadKey } from '@stepledger/contracts/storage-keys.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'
import type { CompetitionStreams } from '../../competition-streams.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handle } from '../../platform/decisions/handle.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { accessChannel } from '../authentication/authenticate-token.ts'
import { accountsDatabase } from '../tables.ts'
import { playerDataInventory } from './player-data-inventory.ts'

/** A well-formed hash that matches no known password. */
export const unusablePasswordHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Erases a player: revokes access, deletes files and rows, and appends PlayerErased, which removes the player from every
 * board. Idempotent and resumable: the account is deleted last, so an interrupted erasure is continued. Data written
 * concurrently by other processes is left to `deleteLeftovers`. Returns the position of the event; null when there is no
 * such player. Throws like `handle`.
 */
export async function erasePlayer(
  deps: ErasureDeps,
  playerId: string,
  signal?: AbortSignal,
): Promise<Position | null> {
  const begunAt = await revokeAccess(deps, playerId)
  if (begunAt === null) return null
  for (const key of await filesOf(deps.database, playerId)) {
    signal?.throwIfAborted()
    await deps.storage.delete(key)
  }
  await deletePicture(deps, playerId)
  await deletePosters(deps, playerId)
  await deps.mailer.forget(playerId)
  await leaveCompetitions(deps, playerId)
  const position = await deps.handle(erasures, playerId, { type: 'erase' }, { at: begunAt.getTime() })
  if (isRefusal(position)) throw new Error(position.message)
  await deleteAccount(deps, playerId)
  return position
}

/**
 * The account says that a player is not erased yet, so that an erasure waits for no fold. If an interrupted one has
 * appended the event already, the one that follows is decided on the same version, and ignored.
 */
const erasures = {
  ...erasure,
  read: async (players: readonly string[]) => players.map(() => erasure.decider.initial),
}

/** Deletes the rows, queued mails to the address included, and inserts the notice into the outbox, in one transaction. */
async function deleteAccount({ database, now }: ErasureDeps, playerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const account = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
    if (account.rowCount === 0) return
    await tx.query(
      `DELETE FROM accounts.mails WHERE address_key IN (
         SELECT email_key FROM accounts.players WHERE id = $1
         UNION SELECT email_key FROM accounts.email_changes WHERE player_id = $1)`,
      [playerId],
    )
    await deleteRows(tx, playerId)
    const at = new Date(now())
    await tx.query('UPDATE accounts.erasures SET gone_at = $2 WHERE player_id = $1', [playerId, at])
    await tx.query('INSERT INTO accounts.outbox (player_id, at) VALUES ($1, $2)', [playerId, at])
    await tx.query('SELECT pg_notify($1, $2)', [ownDataChannel, ''])
  })
}

async function deleteRows(tx: Queryable, playerId: string): Promise<void> {
  for (const { table, column, fate } of playerDataInventory) {
    if (fate === 'deleted')
      await tx.query({ text: `DELETE FROM ${table} WHERE ${column} = $1`, values: [playerId] })
    if (fate === 'cleared')
      await tx.query({
        text: `UPDATE ${table} SET ${column} = NULL WHERE ${column} = $1`,
        values: [playerId],
      })
  }
}

/**
 * Requests concurrent with an erasure have ended after this time, ms: when notices are lost, names are cached for 30 s,
 * and pages that contain them for another 30 s.
 */
export const leftoversAfterMs = 90_000

/** Deletes data that concurrent requests may have left of an erased player: claims, mails in flight, posters. */
export async function deleteLeftovers(deps: ErasureDeps, playerId: string): Promise<void> {
  const { database, mailer } = deps
  await deletePosters(deps, playerId)
  await mailer.forget(playerId)
  await database.transaction(async (tx) => {
    await deleteRows(tx, playerId)
  })
}

/** Tables of credentials, and of what could create new ones. */
const credentialTables = [
  'sessions',
  'api_keys',
  'passkeys',
  'passkey_challenges',
  'mail_links',
  'permissions',
] as const

/**
 * Permanently revokes a player's access in every process and records that the erasure has started, so that an interrupted
 * one is continued. Idempotent: returns the time when it first began; null when there is no such player.
 */
async function revokeAccess({ database, now }: ErasureDeps, playerId: string): Promise<Date | null> {
  return database.transaction(async (tx) => {
    // Serialises with concurrent sign-ins and creations of keys.
    const { rowCount } = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
    if (rowCount === 0) return null
    const { rows } = await tx.query(
      `INSERT INTO accounts.erasures AS e (player_id, asked_at, erase_at) VALUES ($1, $2, $2)
       ON CONFLICT (player_id) DO UPDATE SET erase_at = least(e.erase_at, excluded.erase_at)
       RETURNING erase_at`,
      [playerId, new Date(now())],
    )
    for (const table of credentialTables)
      await tx.query(`DELETE FROM accounts.${table} WHERE player_id = $1`, [playerId])
    await tx.query('UPDATE accounts.players SET password_hash = $2 WHERE id = $1', [
      playerId,
      unusablePasswordHash,
    ])
    await tx.query('SELECT pg_notify($1, $2)', [accessChannel, playerId])
    return startedRows.parse(rows)[0].erase_at
  })
}

const startedRows = z.tuple([z.object({ erase_at: z.date() })])

export interface ErasureDeps extends LeaveDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>
  readonly storage: Pick<Storage, 'delete'>
  readonly mailer: Pick<Mailer, 'forget'>
}

type Db = Pick<ErasureDeps['database'], 'pool'>

/** Storage keys of a player's files: uploaded pictures, the data download, zips of pending packs. */
export async function filesOf({ pool }: Db, playerId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT key FROM accounts.picture_uploads WHERE player_id = $1
     UNION SELECT key FROM competitions.picture_uploads WHERE player_id = $1
     UNION SELECT key FROM accounts.downloads WHERE player_id = $1 AND key IS NOT NULL`,
    [playerId],
  )
  const uploads = await pool.query('SELECT id FROM catalogue.uploads WHERE uploader = $1', [playerId])
  return [
    ...z
      .array(z.object({ key: z.string() }))
      .parse(rows)
      .map(({ key }) => key),
    ...z
      .array(z.object({ id: z.string() }))
      .parse(uploads.rows)
      .map(({ id }) => uploadKey(id)),
  ]
}

/** Number of pictures of posters that an erasure deletes. */
export async function countPosters({ pool }: Db, playerId: string): Promise<number> {
  return (await pool.query(ownPosters, [playerId])).rows.length
}

/** SHA-256 of the player's picture, unless another player has the same one. */
export async function ownPictureOf({ pool }: Db, playerId: string): Promise<string | null> {
  const { rows } = await pool.query(ownPicture, [playerId])
  return pictures.parse(rows)[0]?.picture ?? null
}

const ownPicture = `SELECT picture FROM accounts.players p WHERE id = $1 AND picture IS NOT NULL
  AND NOT EXISTS (SELECT FROM accounts.players o WHERE o.picture = p.picture AND o.id <> p.id)`
const pictures = z.array(z.object({ picture: z.string() }))

/** Deletes the picture of a player, unless another one has the same. Holds the lock that setting a picture takes too. */
async function deletePicture({ database, storage }: ErasureDeps, playerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.pictures])
    const [own] = pictures.parse((await tx.query(ownPicture, [playerId])).rows)
    if (own) await storage.delete(mediaKey(own.picture, 'jpg'))
    await tx.query('UPDATE accounts.players SET picture = NULL WHERE id = $1', [playerId])
  })
}

/**
 * Deletes the pictures of posters that a player uploaded, unless another one uploaded the same. Their competitions have
 * none then: what names the picture is sealed with the player's key.
 */
async function deletePosters(
  { database, storage }: Pick<ErasureDeps, 'database' | 'storage'>,
  playerId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [...advisoryLocks.posters])
    const own = posters.parse((await tx.query(ownPosters, [playerId])).rows)
    for (const { sha256 } of own) await storage.delete(posterKey(sha256))
    await tx.query('DELETE FROM competitions.pictures WHERE owner = $1', [playerId])
  })
}

const ownPosters = `SELECT sha256 FROM competitions.pictures p WHERE owner = $1
  AND NOT EXISTS (SELECT FROM competitions.pictures o WHERE o.sha256 = p.sha256 AND o.owner <> p.owner)`
const posters = z.array(z.object({ sha256: z.string() }))

/** Postgres channel that is notified of new erasures, notices of erasures and downloads. */
export const ownDataChannel = 'own_data'

/** Wakes the background worker. Delivered at commit. */
export async function notifyOwnData(db: QueryExecutorProvider): Promise<void> {
  await sql`select pg_notify(${ownDataChannel}, '')`.execute(db)
}

interface LeaveDeps {
  readonly database: Pick<Database, 'pool'>
  readonly handle: Handle
  readonly competitions: CompetitionStreams
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * Passes the competitions of a player on to their co-organisers, or to the site. Their names, which players know, are kept
 * until they are closed; the key of everything else that the player wrote is deleted with the account. Idempotent.
 */
async function leaveCompetitions(
  { database, handle, competitions, now }: LeaveDeps,
  player: string,
): Promise<void> {
  const states = await competitions.all()
  const db = accountsDatabase(database)
  const key = await db
    .selectFrom('accounts.player_secrets')
    .select('sealing_key')
    .where('player_id', '=', player)
    .executeTakeFirst()
  for (const { document, owner, organisers, words, closed } of states) {
    const { slug } = document
    if (words?.name?.by === player && key && !closed) {
      const name = textOf(words.name, new Map([[player, key.sealing_key]]))
      if (name !== null)
        await db
          .insertInto('accounts.kept_names')
          .values({ slug, name })
          .onConflict((same) => same.column('slug').doUpdateSet({ name }))
          .execute()
    }
    if (owner !== player && !organisers.includes(player)) continue
    const left = await handle(competitions, slug, { type: 'leave', player }, { at: now() })
    if (isRefusal(left) && left.code !== 'unchanged') throw new Error(left.message)
  }
}

/** Deletes the kept names of competitions that were closed since. */
export async function deleteKeptNames({
  database,
  competitions,
}: Pick<LeaveDeps, 'database' | 'competitions'>): Promise<void> {
  const db = accountsDatabase(database)
  const kept = await db.selectFrom('accounts.kept_names').select('slug').execute()
  if (kept.length === 0) return
  const closed = (await competitions.all()).flatMap(({ document, closed }) => (closed ? [document.slug] : []))
  if (closed.length > 0) await db.deleteFrom('accounts.kept_names').where('slug', 'in', closed).execute()
}
