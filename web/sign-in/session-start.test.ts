import { expect, it } from 'vitest'
import { CallError } from '../api/call-error.ts'
import type { Call } from '../api/client.ts'
import { startSession } from './session-start.ts'
import { createSessionStore, tokenKey } from './session-store.ts'

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
