import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isNotFoldedYet, isParked, isTransient } from '../api/call-error.ts'
import { createClient } from '../api/client.ts'
import { fetchFirstReads } from '../api/first-reads.ts'
import { createOutage } from '../api/outage.ts'
import { createLive } from '../live/connection.ts'
import { createActiveBoard } from '../parts/leaderboard/board-store.ts'
import { createProofRequests } from '../sign-in/proof-requests.ts'
import { createSessionStore } from '../sign-in/session-store.ts'
import { storageOf } from './storage.ts'
import type { Dependencies } from './use-dependencies.ts'

/** Timeout of a call, ms. */
const callTimeout = 10_000

/** The health probe: a small static file of the same origin as the app. */
const probeUrl = '/icon.svg'

export function createDependencies(browser: Window & typeof globalThis): Dependencies {
  const storage = storageOf(browser)
  const session = createSessionStore(storage, browser)
  const proofs = createProofRequests()
  const queries = createQueryClient()
  const seeGeneration = watchGeneration(() => refetchTogether(queries))
  const outage = createOutage({
    answers: () =>
      browser
        .fetch(probeUrl, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(callTimeout) })
        .then(({ ok }) => ok)
        .catch(() => false),
    now: () => performance.now(),
    network: browser,
  })
  outage.onBack(() => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' }))
  const call = createClient({
    fetch: fetchFirstReads(browser),
    token: () => session.get().token,
    cookies: () => browser.document.cookie,
    // A 401 for a call of an earlier session must not end the current one.
    onUnauthorized: (token) => {
      if (token !== null && token === session.get().token) session.end('refused')
    },
    onUnreachable: outage.noticed,
    onProofNeeded: async () => {
      // A lazy chunk. When it can't be loaded, the call fails.
      await import('../sign-in/proof-form.tsx')
      return proofs.request()
    },
    onGeneration: (generation) => void seeGeneration(generation),
    now: () => performance.now(),
    timeout: callTimeout,
  })
  const liveAddress = new URL('/live', browser.location.href)
  liveAddress.protocol = liveAddress.protocol === 'https:' ? 'wss:' : 'ws:'
  const live = createLive({
    open: () => new WebSocket(liveAddress),
    random: Math.random,
    now: () => performance.now(),
    network: browser,
    together: (act) => notifyManager.batch(act),
    onSwitch: seeGeneration,
    token: () => session.get().token,
  })
  const lb = new URLSearchParams(browser.location.search).get('lb')
  return {
    session,
    proofs,
    queries,
    call,
    live,
    outage,
    activeBoard: createActiveBoard(storage, browser, lb),
  }
}

/** Called with the read models' generation of a response or message. */
type SeeGeneration = (generation: number) => Promise<void>

/**
 * Runs `onOther` whenever the generation changes, one run at a time; resolves when all started runs have finished.
 */
function watchGeneration(onOther: () => Promise<void>): SeeGeneration {
  let known: number | null = null
  let running = Promise.resolve()
  return (generation) => {
    if (known !== null && generation !== known) running = running.then(onOther, onOther)
    known = generation
    return running
  }
}

const publicQueries = { queryKey: ['public'] }

/**
 * After a switch of generation: refetches the visible queries and swaps them in one batch, so that no page mixes two
 * generations. Evicts inactive queries. Cancels in-flight reads, which may belong to the old generation.
 */
async function refetchTogether(queries: QueryClient): Promise<void> {
  const cancelled = queries.cancelQueries(publicQueries)
  queries.removeQueries({ ...publicQueries, type: 'inactive' })
  await cancelled
  const open = queries.getQueryCache().findAll({ ...publicQueries, type: 'active' })
  const refetched = new QueryClient()
  const answers = await Promise.allSettled(
    open.map(({ queryKey, options: { queryFn } }) =>
      refetched.fetchQuery({ queryKey, ...(queryFn ? { queryFn } : {}) }),
    ),
  )
  refetched.clear()
  notifyManager.batch(() => {
    for (const [i, answer] of answers.entries()) {
      const queryKey = open[i]?.queryKey
      if (!queryKey) continue
      if (answer.status === 'fulfilled') queries.setQueryData(queryKey, answer.value)
      else void queries.invalidateQueries({ queryKey, exact: true })
    }
  })
}

/**
 * Transient errors are retried once. A 404 with replication lag is retried without a limit, because the server delays
 * its response. A parked play is fetched again every 15 s. Data is fresh for two seconds.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          isNotFoldedYet(error) || isParked(error) || (failures < 1 && isTransient(error)),
        retryDelay: (_, error) => (isParked(error) ? 15_000 : 800),
        staleTime: 2000,
      },
    },
  })
}
