import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlayers } from '../../tests/generators/add-players.ts'
import type { Notice, Push } from '../platform/push/push.ts'
import { deliverChanges, recordChange } from './changed-players-outbox.ts'
import { accountsDatabase } from './tables.ts'
import { type AccountsForTests, accountsForTests } from './test-app.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
  // Background delivery would deliver some of the changes of the tests.
  await service.app.close()
})
afterAll(() => service.stop())

describe('the outbox', () => {
  it('delivers all changes in order, each once', async () => {
    const db = accountsDatabase(service.database)
    for (let n = 0; n < 250; n += 1) await recordChange(db, id(n), new Date(0))
    const told: string[] = []
    const push: Push = {
      ...service.push,
      publish: (notice) => void (notice.kind === 'player' && told.push(notice.player)),
    }
    await deliverChanges({ db, push })
    await deliverChanges({ db, push })
    expect(told).toEqual(Array.from({ length: 250 }, (_, n) => id(n)))
  })

  it('keeps changes that could not be delivered', async () => {
    const db = accountsDatabase(service.database)
    await recordChange(db, id(1), new Date(0))
    const broken = () => {
      throw new Error('no push')
    }
    await expect(deliverChanges({ db, push: { ...service.push, publish: broken } })).rejects.toThrow(
      'no push',
    )
    const told: unknown[] = []
    await deliverChanges({ db, push: { ...service.push, publish: (notice) => void told.push(notice) } })
    expect(told).toEqual([{ kind: 'player', player: id(1) }])
  })

  it('follows the countries of players, and names those whose boards changed', async () => {
    const db = accountsDatabase(service.database)
    const [ada, ben] = [randomUUID(), randomUUID()]
    await addPlayers(service.database, [account(ada, 246), account(ben, null)], new Date(0))
    const deliver = async (player: string, country: number | null) => {
      await db.updateTable('accounts.players').set({ country_id: country }).where('id', '=', player).execute()
      await recordChange(db, player, new Date(0))
      const told: Notice[] = []
      await deliverChanges({ db, push: { ...service.push, publish: (notice) => void told.push(notice) } })
      return told.map((notice) => (notice.kind === 'player' ? (notice.countries ?? []).toSorted() : null))
    }
    const countries = async () => {
      const { rows } = await service.database.pool.query<{ player: string; country: number }>(
        'select player, country from projector.countries where player = any($1)',
        [[ada, ben]],
      )
      return Object.fromEntries(rows.map(({ player, country }) => [player, country]))
    }

    // Given Ada of Finland, who was added with it, and Ben without a country,
    expect(await countries()).toEqual({ [ada]: 246 })
    // when they set, change and remove it, then the table follows, and both countries of a move are named.
    expect(await deliver(ben, 528)).toEqual([[528]])
    expect(await deliver(ada, 528)).toEqual([[246, 528]])
    expect(await countries()).toEqual({ [ada]: 528, [ben]: 528 })
    expect(await deliver(ada, 528)).toEqual([[]])
    expect(await deliver(ben, null)).toEqual([[528]])
    // The country of a deleted account is deleted.
    await db.deleteFrom('accounts.players').where('id', '=', ada).execute()
    await recordChange(db, ada, new Date(0))
    await deliverChanges({ db, push: service.push })
    expect(await countries()).toEqual({})
  })
})

function account(id: string, country: number | null) {
  return { id, alias: id.slice(0, 20), country, sealingKey: new Uint8Array(32) }
}
