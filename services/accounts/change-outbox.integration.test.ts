import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Push } from '../platform/push/push.ts'
import { deliverChanges, recordChange } from './change-outbox.ts'
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
})
