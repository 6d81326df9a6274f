import type { ProcessName } from '../../scripts/distributed/start-services.ts'
import type { Random } from '../generators/random.ts'
import type { FaultySystem } from './faulty-system.ts'
import { untilFolded, withEngine } from './folded.ts'
import type { Viewer } from './viewer.ts'

/** A fault and its repair, which may still be in progress when the next fault starts. */
export type Fault = (ground: FaultySystem, random: Random, viewer: Viewer) => Promise<void>

const killProcess =
  (name: ProcessName): Fault =>
  async ({ system }) => {
    const process = system.services[name]
    await process.kill()
    process.start()
  }

/**
 * The paused projector keeps its connections, locks and batch while the other one takes over; then it resumes as a
 * zombie.
 */
const pauseProjector: Fault = async (ground, random) => {
  const process = ground.system.services[random() < 0.5 ? 'projector-1' : 'projector-2']
  process.signal('SIGSTOP')
  try {
    await withEngine(ground, (engine, live) => untilFolded(ground, engine, live))
  } finally {
    process.signal('SIGCONT')
  }
}

/** Number of bytes after which the connection is cut: within a short answer, a long one, or between two. */
const cutConnection =
  (line: keyof FaultySystem['lines']): Fault =>
  async ({ lines }, random) => {
    lines[line].cutAfter(Math.floor(random() ** 3 * 20_000))
  }

/** Each happens once per round. */
export const faults: Readonly<Record<string, Fault>> = {
  'kill -9 of ingest': killProcess('ingest'),
  'kill -9 of query-1': killProcess('query-1'),
  'kill -9 of projector-1': killProcess('projector-1'),
  'a projector stands still and wakes': pauseProjector,
  'kill -9 of Kafka': async ({ kafka }) => {
    await kafka.kill()
    await kafka.start()
  },
  'kill -9 of Redis': async ({ redis }) => {
    await redis.kill()
    await redis.start()
  },
  'kill -9 of Postgres': ({ killPostgres }) => killPostgres(),
  'kill -9 of S3': async ({ s3 }, _random, viewer) => {
    await s3.kill()
    // Pictures are rendered without S3 meanwhile; at least the second one was requested after the kill.
    await viewer.more(2)
    await s3.start()
  },
  'kill -9 of Caddy': async ({ system }) => {
    await system.front.kill()
    await system.front.start()
  },
  'the line to Kafka cut': cutConnection('kafka'),
  'the line to Postgres cut': cutConnection('postgres'),
  'kill -9 of accounts': killProcess('accounts'),
  'kill -9 of query-2': killProcess('query-2'),
  'kill -9 of projector-2': killProcess('projector-2'),
  'the line to Redis cut': cutConnection('redis'),
  'the line to S3 cut': cutConnection('s3'),
}
