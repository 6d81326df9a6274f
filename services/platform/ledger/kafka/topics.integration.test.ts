import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKafkaAvailable, kafkaForTests, type TestService } from '../../../../scripts/services.ts'
import { kafkaAddress } from './address.ts'
import type { TopicAdmin } from './client.ts'
import { kafkaLedger } from './kafka-ledger.ts'
import { openAdmin } from './topic-admin.ts'
import { inspectTopics, topicToMake } from './topics.ts'

describe.skipIf(!(await isKafkaAvailable()))('the topics of a ledger', () => {
  let kafka: TestService
  let admin: TopicAdmin
  let prefix: string

  beforeEach(async () => {
    kafka = await kafkaForTests()
    const address = kafkaAddress(kafka.url)
    prefix = address.prefix
    admin = await openAdmin(address)
  })
  afterEach(async () => {
    await admin.close()
    await kafka.stop()
  })
  const open = (query = '') => kafkaLedger({ address: kafkaAddress(kafka.url + query) })

  it('are created with unlimited retention, and not changed afterwards', async () => {
    const made = await inspectTopics(admin, { prefix, partitions: 12 }, true)
    expect(made.map(({ name, state }) => [name, state])).toEqual([
      [`${prefix}-rules`, 'made'],
      [`${prefix}-events`, 'made'],
    ])
    const again = await inspectTopics(admin, { prefix, partitions: 12 }, true)
    expect(again.map(({ state }) => state)).toEqual(['as it must be', 'as it must be'])
    const found = await admin.find(`${prefix}-events`)
    expect(found?.partitions).toBe(12)
    expect(Object.fromEntries(found?.settings ?? [])).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': '-1',
      'retention.bytes': '-1',
      'max.message.bytes': '8388608',
    })
  })

  it('fail a start that names the missing ones, and are created only with topics=make', async () => {
    await expect(open()).rejects.toThrow(
      `Kafka has no topic ${prefix}-rules and no ${prefix}-events: \`ledger migrate\` makes them`,
    )
    await (await open('?topics=make')).close()
    await (await open()).close()
  })

  it('fail a start on drift, with setting, actual and required value', async () => {
    const rules = topicToMake(`${prefix}-rules`, 1, 1)
    const events = topicToMake(`${prefix}-events`, 12, 1)
    const settings = new Map([
      ...events.settings,
      ['retention.ms', '604800000'],
      ['cleanup.policy', 'compact'],
    ])
    await admin.make(rules)
    await admin.make({ ...events, partitions: 6, settings })
    const drifts = [
      'partitions is 6, must be 12',
      'cleanup.policy is compact, must be delete',
      'retention.ms is 604800000, must be -1',
    ].map((drift) => `${prefix}-events: ${drift}`)
    await expect(open('?topics=make')).rejects.toThrow(
      `the topics of the ledger are not as they must be: ${drifts.join('; ')}`,
    )
  })

  it('may have higher limits than required', async () => {
    const events = topicToMake(`${prefix}-events`, 12, 1)
    await admin.make({
      ...events,
      settings: new Map([...events.settings, ['max.message.bytes', '16777216']]),
    })
    expect(
      (await inspectTopics(admin, { prefix, partitions: 12 }, true)).map(({ drifts }) => drifts),
    ).toEqual([[], []])
  })
})

describe('the topics on several brokers', () => {
  it('have up to three replicas, two of them in sync', () => {
    const replication = (brokers: number) => {
      const { replicas, settings } = topicToMake('events', 12, brokers)
      return [replicas, settings.get('min.insync.replicas')]
    }
    expect([1, 2, 3, 5].map(replication)).toEqual([
      [1, '1'],
      [2, '1'],
      [3, '2'],
      [3, '2'],
    ])
  })
})
