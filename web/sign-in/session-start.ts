import { getUser } from '@stepledger/contracts/http/accounts.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import { CallError } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'
import type { SessionStore } from './session-store.ts'

/** Back-off between attempts, ms: doubled each time, with jitter. */
const firstWait = 700
const longestWait = 15_000

interface StartOptions {
  /** Resolves after this many ms, or earlier when the server is reachable again. */
  readonly wait: (ms: number) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * On load: fetches the user of a stored token. Only a 401, which the client handles, ends the session; other failures
 * are retried until the server answers.
 */
export async function startSession(
  store: SessionStore,
  call: Call,
  { wait, random }: StartOptions,
): Promise<void> {
  const { token } = store.get()
  if (token === null) return store.setReady()
  for (let pause = firstWait; ; pause = Math.min(pause * 2, longestWait)) {
    try {
      const user = await fetchUser(call)
      if (store.get().token === token) store.setUser(user)
      return
    } catch (error) {
      if (store.get().token !== token) return
      if (error instanceof CallError && error.status === 401) return store.end('refused')
      store.setRetrying()
      await wait(pause * (1 - random() / 2))
      if (store.get().token !== token || store.get().ready) return
    }
  }
}

/** Refetches the user; on failure the stored one stays. */
export async function refreshUser(store: SessionStore, call: Call): Promise<void> {
  const { token } = store.get()
  if (token === null) return
  try {
    const user = await fetchUser(call)
    if (store.get().token === token) store.setUser(user)
  } catch {
    // Tolerated: the stored user is still valid.
  }
}

/** Without the recent plays, which are not stored. */
async function fetchUser(call: Call): Promise<User> {
  const { recentPlays: _, ...user } = await call(getUser, {})
  return user
}
