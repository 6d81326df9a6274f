import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

export interface LeaderOptions {
  readonly database: Database
  /** A pair of `advisoryLocks`. */
  readonly lock: readonly [number, number]
  readonly log: Log
  /** Hears of every change of `leads`. */
  readonly onChange: () => void
  /** Anyone who gives no sign for so long leads no more, ms. */
  readonly lapseMs?: number
}

/** One of the processes that stand for the same lock leads, the others wait for their turn. */
export interface Leader {
  leads(): boolean
  /** Stops leading, so that another one may. */
  stop(): Promise<void>
}

/** Whether somebody leads at this moment, in whichever process. */
export async function hasLeader(
  { pool }: Pick<Database, 'pool'>,
  lock: readonly [number, number],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = $1 and objid = $2
       and database = (select oid from pg_database where datname = current_database())`,
    [...lock],
  )
  return rowCount !== 0
}

const tried = z.tuple([z.object({ mine: z.boolean() })])
const pauseMs = 500

/**
 * Stands for leader and resolves once it is known who leads now. The lock lies on a connection of its own, which
 * Postgres ends when it is silent for too long: a process that is dead, cut off or stopped leads no more. That one may
 * still believe for a moment that it leads, so what a leader writes must have a fence of its own.
 */
export async function campaignForLeadership(options: LeaderOptions): Promise<Leader> {
  const { database, lock, log, onChange, lapseMs = 6_000 } = options
  const ending = new AbortController()
  const aborted = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let leading = false
  let known = () => {}
  const isKnown = new Promise<void>((resolve) => {
    known = resolve
  })
  const lead = (leads: boolean) => {
    const changed = leading !== leads
    leading = leads
    if (changed) onChange()
  }

  async function standOnce(): Promise<void> {
    const client = await database.connect('stepledger leader')
    const gone = new Promise<void>((resolve) => client.once('end', () => resolve()))
    try {
      await client.query(`set idle_session_timeout = ${lapseMs}`)
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [...lock])
      if (!tried.parse(rows)[0].mine) {
        known()
        const waiting = client.query('select pg_advisory_lock($1, $2)', [...lock])
        waiting.catch(() => {})
        await Promise.race([waiting, aborted])
        if (ending.signal.aborted) return
      }
      lead(true)
      known()
      while (!ending.signal.aborted) {
        await Promise.race([sleep(lapseMs / 4, undefined, { signal: ending.signal }).catch(() => {}), gone])
        if (!ending.signal.aborted) await client.query('select')
      }
    } finally {
      lead(false)
      await client.end().catch(() => {})
    }
  }

  async function stand(): Promise<void> {
    while (!ending.signal.aborted) {
      await standOnce().catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn(`stands for leader again: ${errorMessage(error)}`)
      })
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const standing = stand()
  await isKnown
  return {
    leads: () => leading,
    async stop() {
      ending.abort()
      await standing
    },
  }
}
