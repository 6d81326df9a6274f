import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  maxPictureBytes,
  maxPictureUploads,
  pictureSeconds,
  pictureTooLarge,
  type pictureTypes,
} from '@stepledger/contracts/http/profile.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { conflict, HttpError, invalidField } from '../http/http-error.ts'
import type { Log } from '../log/log.ts'
import { serveUploads } from '../storage/serve-uploads.ts'
import type { SignedPut, Storage } from '../storage/storage.ts'

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const

/** Interval of deleting uploads that were never used, ms. */
const sweepEveryMs = 600_000

interface PictureUploadsDeps {
  readonly database: Pick<Database, 'pool' | 'transaction'>
  readonly storage: Storage
  /** ms since 1970. */
  readonly now: () => number
}

interface PictureUploadsOptions {
  /** With the columns key, player_id and issued_at. */
  readonly table: string
  /** Of the storage keys. */
  readonly prefix: string
  /** The field of errors. */
  readonly field: string
  /** Serialises the uploads of a player within the transaction that counts them. */
  readonly lock: (tx: pg.PoolClient, playerId: string) => Promise<void>
}

export type PictureUploads = ReturnType<typeof pictureUploads>

/** Uploads of pictures by players to signed addresses. The uploaded bytes are never served. */
export function pictureUploads(
  { database, storage, now }: PictureUploadsDeps,
  { table, prefix, field, lock }: PictureUploadsOptions,
) {
  const { pool } = database
  const validSince = () => new Date(now() - pictureSeconds * 1000)

  async function remove(key: string): Promise<void> {
    await storage.delete(key)
    await pool.query(`DELETE FROM ${table} WHERE key = $1`, [key])
  }

  /** Reads the upload, which may have been replaced by a larger one since its size was checked. */
  async function read(key: string): Promise<Buffer> {
    const file = await storage.get(key)
    if (!file) throw notReceived()
    if (file.size <= maxPictureBytes) return buffer(file.stream)
    file.stream.destroy()
    throw invalidField(field, pictureTooLarge)
  }

  const notReceived = () => conflict("We haven't received this picture yet", field)

  return {
    prefix,

    /** Whether the upload was issued and is still valid. */
    async isAwaited(key: string): Promise<boolean> {
      const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE key = $1 AND issued_at > $2`, [
        key,
        validSince(),
      ])
      return rowCount !== 0
    },

    /** Returns a signed address. `size`: bytes; null if unknown. Throws 409 if the player has too many. */
    async issue(
      playerId: string,
      contentType: (typeof pictureTypes)[number],
      size: number | null,
    ): Promise<SignedPut & { readonly key: string }> {
      // The key contains nothing of the file's name, which is private.
      const key = `${prefix}${randomUUID()}.${extensions[contentType]}`
      await database.transaction(async (tx) => {
        await lock(tx, playerId)
        const { rows } = await tx.query(
          `SELECT count(*)::int AS open FROM ${table} WHERE player_id = $1 AND issued_at > $2`,
          [playerId, validSince()],
        )
        if (counted.parse(rows)[0].open >= maxPictureUploads)
          throw conflict('Too many uploads at once. Please try again in a few minutes.')
        await tx.query(`INSERT INTO ${table} (key, player_id, issued_at) VALUES ($1, $2, $3)`, [
          key,
          playerId,
          new Date(now()),
        ])
      })
      return { key, ...(await storage.signPut(key, size, pictureSeconds)) }
    },

    /** Passes an upload of the player to `use`, then deletes it. Throws 422 and 409. */
    async consume<T>(playerId: string, key: string, use: (bytes: Buffer) => Promise<T>): Promise<T> {
      const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE key = $1 AND player_id = $2`, [
        key,
        playerId,
      ])
      if (rowCount === 0) throw invalidField(field, 'This upload has expired. Choose the picture again.')
      const sent = await storage.head(key)
      if (!sent) throw notReceived()
      try {
        if (sent.size > maxPictureBytes) throw invalidField(field, pictureTooLarge)
        const result = await use(await read(key))
        await remove(key)
        return result
      } catch (error) {
        // An invalid picture stays invalid; after any other error the player may retry.
        if (error instanceof HttpError && error.status === 422) await remove(key)
        throw error
      }
    },

    /**
     * Deletes uploads that were not used within twice the lifetime of their URL. Lists files as well as rows, as a file
     * may arrive while its row or player is deleted.
     */
    async sweep(): Promise<void> {
      const before = new Date(now() - 2 * pictureSeconds * 1000)
      await pool.query(`DELETE FROM ${table} WHERE issued_at < $1`, [before])
      for await (const { key, modifiedAt } of storage.list(prefix))
        if (modifiedAt < before) await storage.delete(key)
    },
  }
}

const counted = z.tuple([z.object({ open: z.int() })])

/** Serves the uploads themselves when the storage is a folder, and deletes unused ones. */
export function servePictureUploads(
  app: FastifyInstance,
  { storage, log }: { readonly storage: Storage; readonly log: Log },
  { prefix, isAwaited, sweep }: PictureUploads,
): void {
  serveUploads(app, storage, { prefix, maxBytes: maxPictureBytes, isAwaited })
  const sweepAll = () =>
    sweep().catch((error: unknown) => log.warn(`sweeping unused ${prefix} failed: ${String(error)}`))
  const timer = setInterval(() => void sweepAll(), sweepEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
