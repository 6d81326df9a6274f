import { describe, expect, it } from 'vitest'
import { CallError } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'
import { createSessionStore, deviceKey, startSession, tokenKey, userKey } from './session-store.ts'

const user = {
  id: '0b0e6e0e-7c0f-4a8e-9f57-0d5f4d1f6a01',
  alias: 'heelswitch',
  profileImageUrl: null,
  countryId: null,
  country: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  blueShift: null,
  email: 'heel@example.org',
  emailVerifiedAt: null,
  updatedAt: '2026-11-20T00:00:00.000Z',
  permissions: [],
  preferredLeaderboards: [4],
  rivalUserIds: [],
  userHasSubmittedScore: false,
}

function storageWith(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const fromAnotherTab = (key: string | null, newValue: string | null) =>
  Object.assign(new Event('storage'), { key, newValue })

describe('the session', () => {
  it('without a stored token is ready at once and signed out', () => {
    const store = createSessionStore(storageWith({}), new EventTarget())
    expect(store.get()).toEqual({
      token: null,
      user: null,
      ready: true,
      retrying: false,
      ending: null,
    })
  })

  it('with a stored token waits for the user', () => {
    const stored = storageWith({ [tokenKey]: 't1', [userKey]: JSON.stringify(user) })
    const store = createSessionStore(stored, new EventTarget())
    expect(store.get()).toMatchObject({ token: 't1', user: { alias: 'heelswitch' }, ready: false })
    store.setUser({ ...user, alias: 'heel' })
    expect(store.get()).toMatchObject({ ready: true, user: { alias: 'heel' } })
    expect(stored.kept.get(userKey)).toContain('"heel"')
  })

  it('ignores a stored user of an old shape', () => {
    const stored = storageWith({ [tokenKey]: 't1', [userKey]: '{"id":1}' })
    expect(createSessionStore(stored, new EventTarget()).get().user).toBeNull()
    stored.kept.set(userKey, 'no json')
    expect(createSessionStore(stored, new EventTarget()).get().user).toBeNull()
  })

  it('leaves nothing in storage after its end', () => {
    const stored = storageWith({})
    const store = createSessionStore(stored, new EventTarget())
    store.begin('t2', user, 'd1')
    expect(stored.kept.get(tokenKey)).toBe('t2')
    store.end('refused')
    expect([...stored.kept.keys()]).toEqual([deviceKey])
    expect(store.get()).toMatchObject({ token: null, user: null, ready: true, ending: 'refused' })
  })

  it('keeps the device token after its end', () => {
    const stored = storageWith({})
    const store = createSessionStore(stored, new EventTarget())
    expect(store.device()).toBeUndefined()
    store.begin('t2', user, 'd1')
    store.end('logout')
    expect(createSessionStore(stored, new EventTarget()).device()).toBe('d1')
  })

  it('follows logins and logouts of other tabs', () => {
    const tabs = new EventTarget()
    const stored = storageWith({})
    const store = createSessionStore(stored, tabs)
    stored.kept.set(userKey, JSON.stringify(user))
    tabs.dispatchEvent(fromAnotherTab(userKey, JSON.stringify(user)))
    expect(store.get().user).toBeNull()
    stored.kept.set(tokenKey, 't3')
    tabs.dispatchEvent(fromAnotherTab(tokenKey, 't3'))
    expect(store.get()).toMatchObject({ token: 't3', user: { alias: 'heelswitch' } })
    tabs.dispatchEvent(fromAnotherTab(tokenKey, null))
    expect(store.get()).toMatchObject({ token: null, user: null, ending: 'logout' })
  })
})

/** A store with a token, and a server that fails in these ways and then never answers. */
async function start(failures: readonly CallError[]) {
  const kept = new Map([[tokenKey, 't1']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  const store = createSessionStore(storage, new EventTarget())
  const left = [...failures]
  const waits: number[] = []
  const call: Call = async () => {
    const failure = left.shift()
    if (failure) throw failure
    store.end('logout')
    throw new CallError({ kind: 'aborted', message: '' })
  }
  const states: boolean[] = []
  await startSession(store, call, {
    wait: async (ms) => {
      waits.push(ms)
      states.push(store.get().retrying && store.get().token === 't1' && !store.get().ready)
    },
    random: () => 0,
  })
  return { store, waits, states }
}

const status = (code: number) => new CallError({ kind: 'status', message: '', status: code })
const network = new CallError({ kind: 'network', message: '' })

it('only a 401 ends a stored session on load', async () => {
  const { store, waits } = await start([status(401)])
  expect([store.get().ending, waits]).toEqual(['refused', []])
})

it('other failures keep it and are retried with back-off', async () => {
  const failures = [status(500), network, status(429), status(403), status(404), status(503), network]
  const { states, waits } = await start(failures)
  expect(states).toEqual(failures.map(() => true))
  expect(waits).toEqual([700, 1400, 2800, 5600, 11_200, 15_000, 15_000])
})
