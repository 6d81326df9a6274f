import { type User, user as userShape } from '@stepledger/contracts/http/shapes/user.ts'

/** Under which keys the session is stored. */
export const tokenKey = 'authToken'
export const userKey = 'user'

/**
 * Stays when a session ends: a device that was signed in is not slowed down by those who guess the password elsewhere.
 * Opens nothing.
 */
export const deviceKey = 'device'

/** `refused`: the server would not take the token. `logout`: the player's wish, here or in another tab. */
export type Ending = 'refused' | 'logout'

export interface SessionState {
  readonly token: string | null
  /** As stored, until the server has sent it again. */
  readonly user: User | null
  /** False until the server has confirmed the stored token. */
  readonly ready: boolean
  /** The server could not say whether the stored token is good; it is asked again. */
  readonly retrying: boolean
  /** How the last session of this page ended. */
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
  /** What this device was given when somebody last signed in on it. */
  readonly device: () => string | undefined
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The session, kept in storage and the same in every tab. `tabs` is where their `storage` events arrive: the window.
 */
export function createSessionStore(storage: Kept, tabs: EventTarget): SessionStore {
  const storedUser = () => readUser(attempt(() => storage.getItem(userKey)) ?? null)
  const token = attempt(() => storage.getItem(tokenKey)) ?? null
  let state: SessionState = {
    token,
    user: token === null ? null : storedUser(),
    ready: token === null,
    retrying: false,
    ending: null,
  }
  const listeners = new Set<() => void>()
  const set = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const keep = (key: string, text: string | null) =>
    attempt(() => (text === null ? storage.removeItem(key) : storage.setItem(key, text)))

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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: (next, user, device) => {
      keep(deviceKey, device)
      keep(userKey, JSON.stringify(user))
      keep(tokenKey, next)
      set({ token: next, user, ready: true, retrying: false, ending: null })
    },
    setUser: (user) => {
      if (state.token === null) return
      keep(userKey, JSON.stringify(user))
      set({ ...state, user, ready: true, retrying: false })
    },
    setReady: () => set({ ...state, ready: true, retrying: false }),
    setRetrying: () => set({ ...state, retrying: true }),
    end: (ending) => {
      keep(tokenKey, null)
      keep(userKey, null)
      set({ token: null, user: null, ready: true, retrying: false, ending })
    },
    device: () => attempt(() => storage.getItem(deviceKey)) ?? undefined,
  }
}

/** Storage may be forbidden or full; the session then lasts as long as the page. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

function readUser(text: string | null): User | null {
  if (text === null) return null
  const read = userShape.safeParse(attempt(() => JSON.parse(text)))
  return read.success ? read.data : null
}
