import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import {
  closeRedis,
  connectRedis,
  type Redis,
  redisAnswers,
} from '@stepledger/services/platform/redis/ioredis.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { DatabaseError } from 'pg'
import { z } from 'zod'

/** Identifiers of a player. */
export interface Traces {
  /** Texts that must not be found anywhere. */
  readonly personal: readonly string[]
  readonly id: string
}

const tables = z.array(z.object({ name: z.string() }))
const found = z.array(z.object({ text: z.string() }))

/** Tables in all schemas with rows that contain a trace as text or bytes; for the id, with the number of rows. */
export async function tracesInTables({ pool }: Database, { personal, id }: Traces) {
  const { rows } = await pool.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const personalIn: string[] = []
  const idIn: Record<string, number> = {}
  for (const { name } of tables.parse(rows)) {
    // Bytes are shown as hex, so each text is searched in both forms.
    const like = (texts: readonly string[]) => texts.flatMap((text) => [`%${text}%`, `%${hexOf(text)}%`])
    const select = `SELECT t::text AS text FROM ${name} t WHERE t::text ILIKE ANY ($1)`
    const rowsLike = async (texts: readonly string[]) => {
      // The queue of a mirror is dropped when another generation becomes live.
      const answer = await pool.query(select, [like(texts)]).catch((error: unknown) => {
        if (error instanceof DatabaseError && error.code === '42P01') return { rows: [] }
        throw error
      })
      return found.parse(answer.rows)
    }
    const own = await rowsLike(personal)
    if (own.length > 0) personalIn.push(`${name}: ${own[0]?.text}`)
    const named = await rowsLike([id])
    if (named.length > 0) idIn[name] = named.length
  }
  return { personalIn, idIn }
}

/** Files below a folder whose path or content contains a trace. */
export async function tracesInFiles(folder: string, { personal, id }: Traces): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const hits: string[] = []
  for (const file of all.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    const content = (await readFile(path)).toString('latin1')
    if (holds(`${path} ${content}`, [...personal, id])) hits.push(path)
  }
  return hits
}

/** Files in the storage whose key or content contains a trace. */
export async function tracesInStorage(storage: Storage, { personal, id }: Traces): Promise<string[]> {
  const hits: string[] = []
  for await (const { key } of storage.list('')) {
    const found = await storage.get(key)
    const content = found ? (await buffer(found.stream)).toString('latin1') : ''
    if (holds(`${key} ${content}`, [...personal, id])) hits.push(key)
  }
  return hits
}

/**
 * Number of ledger events whose key or bytes contain a forbidden text, and of those that contain the id, which stays in
 * the ledger.
 */
export async function tracesInEvents(
  ledger: Pick<Ledger, 'read' | 'ends'>,
  { personal, id }: Traces,
): Promise<{ personal: number; id: number }> {
  const found = { personal: 0, id: 0 }
  for (const topic of ['events', 'rules'] as const) {
    const from = (await ledger.ends(topic)).map(() => 0)
    for await (const batch of ledger.read(topic, from))
      for (const { bytes } of batch) {
        const text = Buffer.from(bytes).toString('latin1')
        if (holds(text, personal)) found.personal += 1
        if (holds(text, [id])) found.id += 1
      }
  }
  return found
}

function holds(text: string, traces: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return traces.some((trace) => lower.includes(trace.toLowerCase()))
}

/** Redis keys without expiry that contain a trace. */
export async function tracesInRedis(url: string, { personal, id }: Traces): Promise<string[]> {
  const redis = connectRedis({ url, log: console, name: 'test' })
  try {
    await redisAnswers(redis, 10_000)
    const hits: string[] = []
    for (const key of await redis.keys('*')) {
      const text = `${key} ${JSON.stringify(await contentOf(redis, key))}`
      if (holds(text, [...personal, id]) && (await redis.ttl(key)) === -1) hits.push(key)
    }
    return hits
  } finally {
    await closeRedis(redis)
  }
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'set':
      return redis.smembers(key)
    default:
      return null
  }
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex')
}
