import { getUser } from '@stepledger/contracts/http/accounts.ts'
import { type User, user as userShape } from '@stepledger/contracts/http/shapes/user.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { CallError } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'
import { createListeners } from '../app/listeners.ts'
import { readText, removeText, writeText } from '../app/storage.ts'

export const tokenKey = 'authToken'
export const userKey = 'user'

/**
 * Kept after a logout: a known device is exempt from the login rate limit that password guessing elsewhere triggers. Grants
 * no access.
 */
export const deviceKey = 'device'

/** `refused`: the server rejected the token. `logout`: the player signed out, in this or another tab. */
type Ending = 'refused' | 'logout'

export interface SessionState {
  readonly token: string | null
  /** The stored copy, until the server has sent it again. */
  readonly user: User | null
  /** False until the server has confirmed the stored token. */
  readonly ready: boolean
  /** The stored token could not be checked yet; the check is retried. */
  readonly retrying: boolean
  /** How the last session ended since the page was loaded. */
  readonly ending: Ending | null
}

export interface SessionStore {
  readonly get: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  readonly begin: (token: string, user: User, device: string) => void
  readonly setUser: (user: User) => void
  readonly setReady: () => void
  readonly setRetrying: () => void
  readonly end: (ending: Ending) => void
  /** The device token of the last login in this browser. */
  readonly device: () => string | undefined
}

type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The session, persisted in `storage` and synchronised across tabs by the `storage` events of `tabs`, the window. */
export function createSessionStore(storage: KeyValueStore, tabs: EventTarget): SessionStore {
  const storedUser = () => readUser(readText(storage, userKey))
  const token = readText(storage, tokenKey)
  let state: SessionState = {
    token,
    user: token === null ? null : storedUser(),
    ready: token === null,
    retrying: false,
    ending: null,
  }
  const { notify, subscribe } = createListeners()
  const set = (next: SessionState) => {
    state = next
    notify()
  }

  tabs.addEventListener('storage', (event) => {
    if (!('key' in event) || !('newValue' in event)) return
    const text = typeof event.newValue === 'string' ? event.newValue : null
    if (event.key === null || (event.key === tokenKey && text === null)) {
      if (state.token !== null)
        set({ token: null, user: null, ready: true, retrying: false, ending: 'logout' })
    } else if (event.key === tokenKey && text !== state.token) {
      set({ token: text, user: storedUser(), ready: true, retrying: false, ending: null })
    } else if (event.key === userKey && state.token !== null) {
      set({ ...state, user: readUser(text) ?? state.user })
    }
  })

  return {
    get: () => state,
    subscribe,
    begin: (next, user, device) => {
      writeText(storage, deviceKey, device)
      writeText(storage, userKey, JSON.stringify(user))
      writeText(storage, tokenKey, next)
      set({ token: next, user, ready: true, retrying: false, ending: null })
    },
    setUser: (user) => {
      if (state.token === null) return
      writeText(storage, userKey, JSON.stringify(user))
      set({ ...state, user, ready: true, retrying: false })
    },
    setReady: () => set({ ...state, ready: true, retrying: false }),
    setRetrying: () => set({ ...state, retrying: true }),
    end: (ending) => {
      removeText(storage, tokenKey)
      removeText(storage, userKey)
      set({ token: null, user: null, ready: true, retrying: false, ending })
    },
    device: () => readText(storage, deviceKey) ?? undefined,
  }
}

function readUser(text: string | null): User | null {
  return text === null ? null : (userShape.safeParse(parseJson(text)).data ?? null)
}

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
