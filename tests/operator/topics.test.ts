import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { kafkaStatusLedger } from '@stepledger/services/operator/status/status-store.ts'
import { eventTime } from '@stepledger/services/platform/ledger/event-time.ts'
import { kafkaAddress } from '@stepledger/services/platform/ledger/kafka/address.ts'
import { kafkaLedger } from '@stepledger/services/platform/ledger/kafka/kafka-ledger.ts'
import { openAdmin } from '@stepledger/services/platform/ledger/kafka/topic-admin.ts'
import { topicToMake } from '@stepledger/services/platform/ledger/kafka/topics.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isKafkaAvailable, kafkaForTests, type TestService } from '../../scripts/services.ts'
import { command } from './command.ts'

describe.skipIf(!(await isKafkaAvailable()))('the topics of ledger migrate', () => {
  let kafka: TestService
  let prefix: string

  beforeEach(async () => {
    kafka = await kafkaForTests()
    prefix = kafkaAddress(kafka.url).prefix
  })
  afterEach(() => kafka.stop())
  const run = (args: string, env: Record<string, string> = { LEDGER_URL: kafka.url }) =>
    command('', args.split(' '), { env })

  it('creates missing topics, and only reports them with --check', async () => {
    const missing = [`${prefix}-rules: missing`, `${prefix}-events: missing`]
    expect(await run('migrate --check')).toMatchObject({ code: 1, out: missing })
    expect(await run('migrate')).toMatchObject({
      code: 0,
      out: [`${prefix}-rules: made`, `${prefix}-events: made`],
    })
    const fine = [`${prefix}-rules: as it must be`, `${prefix}-events: as it must be`]
    expect(await run('migrate --check')).toMatchObject({ code: 0, out: fine })
  })

  it('reports topics with other settings, and does not change them', async () => {
    const admin = await openAdmin(kafkaAddress(kafka.url))
    const rules = topicToMake(`${prefix}-rules`, 1, 1)
    await admin.make({ ...rules, settings: new Map([...rules.settings, ['retention.bytes', '1000000']]) })
    await admin.close()
    const { code, out } = await run('migrate')
    expect(code).toBe(1)
    expect(out).toEqual([`${prefix}-rules: retention.bytes is 1000000, must be -1`, `${prefix}-events: made`])
    const drift = { topic: `${prefix}-rules`, setting: 'retention.bytes', found: '1000000', wanted: '-1' }
    expect((await run('migrate --json --check')).json()).toMatchObject({
      topics: [{ state: 'drifted', drifts: [drift] }, {}],
    })
  })

  it("needs the ledger's address, and reports an unreachable broker", async () => {
    expect(await run('migrate', {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('DATABASE_URL or LEDGER_URL: must be set'),
    })
    const { code, err } = await run('migrate', { LEDGER_URL: 'kafka://127.0.0.1:1/nothing' })
    expect(code).toBe(3)
    expect(err).toMatch(/^Kafka at 127\.0\.0\.1:1: /)
  })

  it('ledger status reads ends and events of a topic within its timeout, and says that Kafka does not answer', async () => {
    const ledger = await kafkaLedger({ address: kafkaAddress(`${kafka.url}?topics=make`) })
    const event = { id: 'x', at: 1, key: 'ann', data: { rivalId: '00000001-0000-4000-8000-000000000000' } }
    const position = await ledger.append('events', { key: 'ann', bytes: encodeEvent(rivalAdded, event) })
    await ledger.close()

    // Several times: on a busy machine Kafka may not answer within the timeout.
    await vi.waitFor(async () => {
      const reading = await kafkaStatusLedger(kafkaAddress(kafka.url))
      try {
        const ends = await reading.ends()
        expect(ends?.[position.partition]).toBe(1)
        expect(eventTime((await reading.at(position))?.bytes ?? new Uint8Array())).toBe(1)
        expect(await reading.at({ ...position, offset: 1 })).toBeNull()
      } finally {
        await reading.close()
      }
    }, 30_000)

    const away = await kafkaStatusLedger(kafkaAddress('kafka://127.0.0.1:1/nothing'))
    expect(await away.ends()).toBeNull()
    expect(await away.at(position)).toBeNull()
    await away.close()
  })
})
