import { notifyManager } from '@tanstack/react-query'
import { createClient } from '../api/client.ts'
import { refetchTogether, watchGeneration } from '../api/generation.ts'
import { createOutage } from '../api/outage.ts'
import { createQueryClient } from '../api/query-client.ts'
import { createLive } from '../live/connection.ts'
import { createActiveBoard } from '../parts/leaderboard/active-board.ts'
import { createProofRequests } from '../sign-in/proof-requests.ts'
import { createSessionStore } from '../sign-in/session-store.ts'
import { storageOf } from './storage.ts'
import type { Dependencies } from './use-dependencies.ts'

/** Timeout of a call, ms. */
const callTimeout = 10_000

/** The health probe: a small static file of the same origin as the app. */
const probeUrl = '/icon.svg'

/** Creates the app's dependencies from browser APIs. */
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
    fetch: browser.fetch.bind(browser),
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
