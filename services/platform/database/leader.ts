import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import type { Log } from '../log/log.ts'
import type { Database } from './database.ts'

interface LeaderOptions {
  readonly database: Database
  /** A pair of `advisoryLocks`. */
  readonly lock: readonly [number, number]
  readonly log: Log
  /** The name of its connection, which `leaderName` returns. */
  readonly name?: string
  /** Called on every change of `leads`. */
  readonly onChange: (leads: boolean) => void
}

/** Leader election by an advisory lock: one of the competing processes leads, the others wait. */
export interface Leader {
  leads(): boolean
  /** Resigns, so that another process can lead. */
  stop(): Promise<void>
}

const names = z.array(z.object({ name: z.string() }))

/** The name of the leader's connection; null if no process leads. */
export async function leaderName(
  { pool }: { readonly pool: Pick<Database['pool'], 'query'> },
  lock: readonly [number, number],
): Promise<string | null> {
  const { rows } = await pool.query(
    `select coalesce(application_name, '') as name from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2
       and database = (select oid from pg_database where datname = current_database())`,
    [...lock],
  )
  return names.parse(rows)[0]?.name ?? null
}

const lockResult = z.tuple([z.object({ mine: z.boolean() })])
const retryPauseMs = 500
/** Duration of the lease: it expires without a heartbeat for this long, ms. */
const leaseMs = 6_000

/**
 * Campaigns for leadership, and resolves once the first attempt has succeeded or lost. The lock is held by a dedicated
 * connection, which Postgres closes without a heartbeat: the lease of a process that is dead, partitioned or suspended
 * expires after 6 s. Such a process may briefly still consider itself the leader, so its writes need their own fence.
 */
export async function campaignForLeadership(options: LeaderOptions): Promise<Leader> {
  const { database, lock, log, name = 'stepledger leader', onChange } = options
  const ending = new AbortController()
  const aborted = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  let leading = false
  let decided = () => {}
  const isDecided = new Promise<void>((resolve) => {
    decided = resolve
  })
  const lead = (leads: boolean) => {
    const changed = leading !== leads
    leading = leads
    if (changed) onChange(leads)
  }

  async function campaignOnce(): Promise<void> {
    const client = await database.connect(name)
    const connectionLost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    try {
      await client.query(`set idle_session_timeout = ${leaseMs}`)
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [...lock])
      if (!lockResult.parse(rows)[0].mine) {
        decided()
        const waiting = client.query('select pg_advisory_lock($1, $2)', [...lock])
        waiting.catch(() => {})
        await Promise.race([waiting, aborted])
        if (ending.signal.aborted) return
      }
      lead(true)
      decided()
      while (!ending.signal.aborted) {
        await Promise.race([
          sleep(leaseMs / 4, undefined, { signal: ending.signal }).catch(() => {}),
          connectionLost,
        ])
        if (!ending.signal.aborted) await client.query('select')
      }
    } finally {
      lead(false)
      await client.end().catch(() => {})
    }
  }

  async function campaign(): Promise<void> {
    while (!ending.signal.aborted) {
      await campaignOnce().catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn(`campaigns for leadership again: ${errorMessage(error)}`)
      })
      await sleep(retryPauseMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const campaigning = campaign()
  await isDecided
  return {
    leads: () => leading,
    async stop() {
      ending.abort()
      await campaigning
    },
  }
}
