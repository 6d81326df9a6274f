import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenerName } from '../database/listen.ts'
import { type CuttableLedger, cuttableLedger, event } from './testing/cuttable-ledger.ts'
import { follow } from './testing/reading.ts'

describe('a subscriber of the ledger in Postgres', () => {
  let given: CuttableLedger
  beforeEach(async () => {
    given = await cuttableLedger()
  })
  afterEach(() => given.close())

  it('polls when no notification arrives', async () => {
    const writer = await given.open({ wakeChannel: 'nobody_listens' })
    const reader = follow(await given.open({ pollMs: 20 }), 'events')
    await writer.append('events', event('ann', 'unheard'))
    await reader.until(1)
    await writer.append('events', event('ann', 'unheard too'))
    await reader.until(2)
  })

  it('is notified of new events again after the listening connection was lost', async () => {
    const ledger = await given.open()
    const reader = follow(ledger, 'events')
    await ledger.append('events', event('ann', 'before'))
    await reader.until(1)
    const { rows } = await given.direct.pool.query(
      `SELECT pg_terminate_backend(pid, 60000) AS ended FROM pg_stat_activity
       WHERE application_name = '${listenerName}' AND datname = current_database()`,
    )
    expect(rows).toEqual([{ ended: true }])
    await ledger.append('events', event('ann', 'after'))
    await reader.until(2)
    await ledger.append('events', event('ann', 'and on'))
    await reader.until(3)
  })
})
