import { getUser } from '@stepledger/contracts/http/accounts.ts'
import { isTransient } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'
import type { SessionStore } from './session-store.ts'

/** Tries when a failure is transient, and the wait between them in ms. */
const tries = 3
const pause = 700

/**
 * On load: fetches the user of a stored token. A failure clears the session, once a passing fault was given time to
 * pass.
 */
export async function startSession(store: SessionStore, call: Call): Promise<void> {
  const { token } = store.get()
  if (token === null) return store.setReady()
  for (let attempt = 1; ; attempt++) {
    try {
      const user = await call(getUser, {})
      if (store.get().token === token) store.setUser(user)
      return
    } catch (error) {
      if (store.get().token !== token) return
      if (!isTransient(error) || attempt === tries) return store.end('refused')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Fetches the user again; a failure leaves the one that is there. */
export async function refreshUser(store: SessionStore, call: Call): Promise<void> {
  const { token } = store.get()
  if (token === null) return
  try {
    const user = await call(getUser, {})
    if (store.get().token === token) store.setUser(user)
  } catch {
    // Tolerated: what we know of the user still stands.
  }
}
