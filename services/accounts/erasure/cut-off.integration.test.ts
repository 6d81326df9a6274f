import { randomUUID } from 'node:crypto'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { LedgerEvent } from '@stepledger/contracts/events/event-type.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { competitionStreams } from '../../competition-streams.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'
import { type ErasureDeps, erasePlayer } from './erase-player.ts'

let server: AccountsForTests
beforeAll(async () => {
  server = await accountsForTests()
})
afterAll(() => server.stop())

/** Dependencies of an erasure that fail at the nth call, before or after its effect. */
function dying(nth: number, when: 'before' | 'after'): ErasureDeps {
  const { database, ledger, storage, clock } = server
  let calls = 0
  const mortal = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1
    if (calls === nth && when === 'before') throw new Error('killed')
    const done = await work()
    if (calls === nth) throw new Error('killed')
    return done
  }
  return {
    database: {
      pool: database.pool,
      transaction: (work, options) => mortal(() => database.transaction(work, options)),
    },
    handle: handleOn({
      database,
      ledger: { append: (topic, event) => mortal(() => ledger.append(topic, event)) },
    }),
    competitions: competitionStreams(ledger),
    storage: { delete: (key) => mortal(() => storage.delete(key)) },
    mailer: { forget: () => mortal(async () => {}) },
    now: () => clock.now,
  }
}

const erasuresOf = async (player: string) => {
  const found: Pick<LedgerEvent, 'at' | 'decidedOn'>[] = []
  for await (const batch of server.ledger.read('events', []))
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'PlayerErased' && event.key === player)
        found.push({ at: event.at, decidedOn: event.decidedOn })
    }
  return found
}

it('an erasure killed at any step is completed by a retry, with the same time and version', async () => {
  let killed = 0
  for (let nth = 1; ; nth += 1) {
    const survived: boolean[] = []
    for (const when of ['before', 'after'] as const) {
      const { user, token } = await server.register(`mortal-${nth}-${when}`)
      const zip = `downloads/${randomUUID()}.zip`
      await server.storage.put(zip, Buffer.from('zip'))
      await server.database.pool.query(
        "INSERT INTO accounts.downloads (player_id, state, key, asked_at) VALUES ($1, 'ready', $2, now())",
        [user.id, zip],
      )
      const first = await erasePlayer(dying(nth, when), user.id).then(
        () => true,
        () => false,
      )
      survived.push(first)
      if (!first) killed += 1
      server.clock.now += 1000
      await erasePlayer(dying(0, when), user.id)

      const { rows } = await server.database.pool.query('SELECT FROM accounts.players WHERE id = $1', [
        user.id,
      ])
      expect(rows).toEqual([])
      expect(await server.storage.head(zip)).toBeNull()
      expect((await server.send('GET', '/api/user', { token })).statusCode).toBe(401)
      const events = await erasuresOf(user.id)
      // If there are two, the second one is ignored.
      expect(new Set(events.map(({ at, decidedOn }) => `${at} ${decidedOn}`)).size).toBe(1)
    }
    if (survived.every(Boolean)) break
  }
  // Ending access, a file, mails, the event, the account; each before and after.
  expect(killed).toBeGreaterThanOrEqual(10)
})
