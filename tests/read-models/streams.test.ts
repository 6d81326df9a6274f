import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { rivals } from '@stepledger/contracts/rivals/rivals.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { readStreams } from '@stepledger/projections/streams/streams.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldedGeneration } from './folded-generation.ts'
import { numberedEvents } from './numbered-events.ts'

const [ann, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']

/** Invariant 48, in the topic `events`. That a bulk build ignores the same events: bulk.test.ts. */
describe('decisions in the read models', () => {
  let database: Database
  const { play, event, withdrawal } = numberedEvents()
  beforeAll(async () => {
    database = await databaseForTests()
  })
  afterAll(() => database.close())

  const decidedOn = (version: number, decided: AnyEvent): AnyEvent => ({ ...decided, decidedOn: version })
  const folded = (events: readonly AnyEvent[]) => {
    const placed: Positioned[] = events.map((each, offset) => ({ partition: 0, offset, event: each }))
    return foldedGeneration(database, [placed])
  }

  it('on one version of a stream count once: the first in the ledger', async () => {
    const generation = await folded([
      decidedOn(0, event('RivalAdded', ann, bob, 1)),
      decidedOn(0, event('RivalRemoved', ann, bob, 2)),
      decidedOn(0, event('RivalAdded', bob, ann, 3)),
    ])
    const { rows } = await database.pool.query(
      `select player, rival from ${generation.schema}.rivals order by 1`,
    )
    expect(rows).toEqual([
      { player: ann, rival: bob },
      { player: bob, rival: ann },
    ])
    const [state] = await readStreams(generation, rivals, [ann])
    expect(state).toMatchObject({ version: 1, offset: 0 })
  })

  it('of earlier releases, which name no version, all count', async () => {
    const generation = await folded([
      event('RivalAdded', ann, bob, 1),
      event('RivalRemoved', ann, bob, 2),
      decidedOn(2, event('RivalAdded', ann, bob, 3)),
    ])
    const { rows } = await database.pool.query(`select since::float8 from ${generation.schema}.rivals`)
    expect(rows).toHaveLength(1)
    expect(await readStreams(generation, rivals, [ann, bob])).toMatchObject([{ version: 3 }, { version: 0 }])
  })

  it('on the withdrawal of one play do not concern another', async () => {
    const plays = [play(ann, 1, 0.01, 1), play(ann, 1, 0.02, 2)]
    const generation = await folded([
      ...plays,
      decidedOn(0, withdrawal(plays[0]?.data.playId ?? 0, ann, 3)),
      decidedOn(0, withdrawal(plays[1]?.data.playId ?? 0, ann, 4)),
    ])
    const { rows } = await database.pool.query(
      `select count(*)::integer as n from ${generation.schema}.plays where withdrawn_at is not null`,
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  it('that are ignored keep the plays which follow them in the same batch', async () => {
    const erased = { id: 'erased', type: 'PlayerErased', v: 1, at: 1, key: ann, data: {} } as const
    const generation = await folded([decidedOn(5, erased), play(ann, 1, 0.01, 2)])
    const { rows } = await database.pool.query(`select player from ${generation.schema}.plays`)
    expect(rows).toEqual([{ player: ann }])
  })
})
