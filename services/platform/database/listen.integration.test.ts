import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import type { Database } from './database.ts'
import { type Listening, listen, listenerName } from './listen.ts'
import { databaseForTests } from './testing/database-for-tests.ts'

const soon = { timeout: 15_000, interval: 5 }

let database: Database
let listening: Listening[]

beforeEach(async () => {
  database = await databaseForTests()
  listening = []
})
afterEach(async () => {
  for (const each of listening) await each.stop()
  await database.close()
})

/** What a listener was called with, in order; `missed` for each time notices may have been missed. */
async function heardOn(channel: string) {
  const heard: (string | undefined)[] = []
  const listener = listen(database, silentLog, {
    channel,
    onNotice: (payload) => heard.push(payload),
    onMissed: () => heard.push('missed'),
  })
  listening.push(listener)
  await vi.waitUntil(() => heard.includes('missed'), soon)
  return { heard, listener }
}

const notify = (channel: string, payload: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', [channel, payload])

async function connections(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [listenerName],
  )
  return rows.map(({ pid }) => pid)
}

it('shares one connection, on which each listener gets the notices of its own channel', async () => {
  const keys = await heardOn('keys')
  // Names of channels are case-sensitive.
  const upper = await heardOn('Keys')
  const others = [await heardOn('names'), await heardOn('names')]
  expect(await connections()).toHaveLength(1)
  await notify('keys', 'a key')
  await notify('Keys', 'another key')
  await notify('names', 'a name')
  for (const { heard } of others) await vi.waitUntil(() => heard.includes('a name'), soon)
  // Notices are delivered in order, so all of them have arrived.
  expect(keys.heard).toEqual(['missed', 'a key'])
  expect(upper.heard).toEqual(['missed', 'another key'])
  for (const { heard } of others) expect(heard).toEqual(['missed', 'a name'])
})

it('listens on all channels again after a lost connection, until the last listener stops', async () => {
  const keys = await heardOn('keys')
  const names = await heardOn('names')
  await database.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
    await connections(),
  ])
  for (const { heard } of [keys, names])
    await vi.waitUntil(() => heard.filter((each) => each === 'missed').length === 2, soon)
  await keys.listener.stop()
  await notify('keys', 'nobody listens')
  await notify('names', 'a name')
  await vi.waitUntil(() => names.heard.includes('a name'), soon)
  expect(keys.heard).toEqual(['missed', 'missed'])
  await names.listener.stop()
  await vi.waitUntil(async () => (await connections()).length === 0, soon)
})
