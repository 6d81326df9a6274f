import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { defaultPartitions } from '@stepledger/contracts/ledger/topic.ts'
import { kafkaAddress } from '@stepledger/services/platform/ledger/kafka/address.ts'
import { kafkaLedger } from '@stepledger/services/platform/ledger/kafka/kafka-ledger.ts'
import { type Ledger, type NewEvent, partitionOf } from '@stepledger/services/platform/ledger/ledger.ts'
import { isKafkaAvailable, ownKafka } from '../../../scripts/services.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { bareKafka } from '../setup/bare-kafka.ts'
import { latencies, perSecond, turnsOf } from '../setup/calls.ts'
import { crowdIds } from '../setup/crowd.ts'
import { usualPlays } from '../setup/play-events.ts'

const toRead = 10_000

/**
 * The Kafka ledger compared with plain kafkajs, on a broker of its own: appending, reading everything, reading one
 * event.
 */
export async function measureKafka(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  if (!(await isKafkaAvailable())) return []
  const broker = await ownKafka({ flags: [] })
  cleanup.add(() => broker.stop())
  const open = async (name: string) => {
    const ledger = await kafkaLedger({ address: kafkaAddress(`${broker.url}-${name}?topics=make`) })
    cleanup.add(() => ledger.close())
    return ledger
  }
  const [ledger, filled] = [await open('append'), await open('read')]
  const events = [...usualPlays(200, crowdIds(100), 1)]
  const address = new URL(broker.url).host
  const bare = await bareKafka(address, 'bare', defaultPartitions)
  const bareFilled = await bareKafka(address, 'bare-read', defaultPartitions)
  cleanup.add(async () => {
    await bare.close()
    await bareFilled.close()
  })
  const turns = turnsOf(events)
  const messages = (count: number) => Array.from({ length: count }, () => messageOf(turns()))
  const { rounds, seconds, callers } = flags

  const gathered = await interleaved(
    rounds,
    () => perSecond(seconds, callers, () => ledger.append('events', turns())),
    async () => (await perSecond(seconds, 1, () => bare.send(messages(callers)))) * callers,
  )
  const alone = await interleaved(
    rounds,
    () => latencies(seconds / 2, () => ledger.append('events', turns())),
    () => latencies(seconds / 2, () => bare.send(messages(1))),
  )
  const positions = await fill(filled, turns)
  for (let sent = 0; sent < toRead; sent += 200) await bareFilled.send(messages(200))
  const reading = await interleaved(
    rounds,
    () => readAll(filled),
    async () => (toRead * 1000) / (await bareFilled.consume(toRead)),
  )
  const somewhere = turnsOf(positions)
  const one = await interleaved(
    rounds,
    () => latencies(seconds / 2, () => filled.at('events', somewhere())),
    null,
  )

  const kB = events.reduce((sum, event) => sum + event.bytes.length, 0) / events.length / 1000
  const appends = {
    path: 'kafka',
    unit: 'events/s',
    floorIs: `kafkajs, ${callers} messages at a time`,
  } as const
  const single = { path: 'kafka', unit: 'ms', floorIs: 'kafkajs, one message' } as const
  return [
    rowOf(
      { ...appends, what: `${callers} callers append, ${kB.toFixed(1)} kB an event`, aim: { least: 5_000 } },
      gathered,
      (rate) => rate,
    ),
    rowOf({ ...single, what: 'one caller appends, p50' }, alone, (ms) => ms.p50),
    rowOf({ ...single, what: 'one caller appends, p99' }, alone, (ms) => ms.p99),
    rowOf(
      {
        ...appends,
        what: `reading ${toRead} events`,
        floorIs: 'kafkajs, a consumer from its first batch on',
      },
      reading,
      (rate) => rate,
    ),
    rowOf({ path: 'kafka', unit: 'ms', what: 'one event by position, p50' }, one, (ms) => ms.p50),
    rowOf({ path: 'kafka', unit: 'ms', what: 'one event by position, p99' }, one, (ms) => ms.p99),
  ]
}

function messageOf({ key, bytes }: NewEvent) {
  return { partition: partitionOf(defaultPartitions, key), key, value: Buffer.from(bytes) }
}

async function fill(ledger: Ledger, turns: () => NewEvent): Promise<Position[]> {
  const positions: Position[] = []
  while (positions.length < toRead)
    positions.push(
      ...(await Promise.all(Array.from({ length: 200 }, () => ledger.append('events', turns())))),
    )
  return positions
}

/** Events per second. */
async function readAll(ledger: Ledger): Promise<number> {
  const start = performance.now()
  let read = 0
  for await (const batch of ledger.read('events', [])) read += batch.length
  return (read * 1000) / (performance.now() - start)
}
