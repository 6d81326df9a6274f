import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.mjs'
import { runInDocker } from './docker.ts'
import { runLocally } from './local-program.ts'
import { ownPort } from './own-port.ts'
import { type SecuredListener, withSecuredListener } from './secured-listener.ts'
import type { OwnServer, ServerKind } from './server-kind.ts'

const version = '4.2.0'
/** The jars that kafka-pom.xml downloads. */
const jars = join(root, '.cache', `kafka-${version}`)
const run = promisify(execFile)

export interface BrokerOptions {
  /** A free one by default. */
  readonly port?: number
  /** The advertised port, if clients connect through a proxy. */
  readonly advertisedPort?: number
  /** JVM options of a local process; those for tests start fast and run at half speed. */
  readonly flags?: readonly string[]
  /** A second listener, not in the broker's url. Only for a local process, not in Docker. */
  readonly secured?: SecuredListener
}

/** A broker that is its own controller. */
export function kafkaWith(options: BrokerOptions): ServerKind {
  return {
    name: 'Kafka',
    variable: 'TEST_KAFKA_URL',
    installHint:
      'set TEST_KAFKA_URL=kafka://host:9092, or start Docker, or install Java and Maven ' +
      '(Debian: apt-get install default-jre-headless maven) and run ' +
      'mvn -q -B -f scripts/services/kafka-pom.xml dependency:copy-dependencies',
    inDocker: () => inDocker(options),
    async local() {
      const found = existsSync(jars) ? await readdir(jars) : []
      const complete =
        found.includes(`kafka_2.13-${version}.jar`) && found.some((jar) => jar.startsWith('zstd'))
      const java = await run('java', ['-version']).catch(() => null)
      return complete && java ? () => runLocal(options) : null
    },
  }
}

export const kafka = kafkaWith({})

async function runLocal(options: BrokerOptions): Promise<OwnServer> {
  const { flags = ['-XX:TieredStopAtLevel=1'] } = options
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-kafka-'))
  const [port, controller] = [options.port ?? (await ownPort()), await ownPort()]
  const plain = {
    ...settingsFor(port, controller, options.advertisedPort),
    'controller.quorum.bootstrap.servers': `127.0.0.1:${controller}`,
    'log.dirs': join(folder, 'data'),
  }
  const { secured } = options
  const { settings, format } = secured
    ? await withSecuredListener(secured, plain)
    : { settings: plain, format: [] }
  const file = join(folder, 'server.properties')
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const java = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', ...flags, '-cp', join(jars, '*')]
  // An id that starts with a dash would be parsed as an option.
  const cluster = randomBytes(16).toString('base64url').replace(/^-/, 'A')
  try {
    const tool = ['kafka.tools.StorageTool', 'format', '-t', cluster, '-c', file, '--standalone', '-g']
    await run('java', [...java, ...tool, ...format])
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return runLocally({
    name: 'Kafka',
    command: ['java', ...java, 'kafka.Kafka', file],
    folder,
    port,
    url: `kafka://127.0.0.1:${port}`,
  })
}

async function inDocker(options: BrokerOptions): Promise<OwnServer> {
  if (options.secured)
    throw new Error('a Kafka with a secured listener runs as a local process, not in Docker')
  const [port, controller] = [options.port ?? (await ownPort()), await ownPort()]
  const settings = {
    ...settingsFor(port, controller, options.advertisedPort),
    listeners: `PLAINTEXT://0.0.0.0:${port},CONTROLLER://127.0.0.1:${controller}`,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
  }
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  )
  return runInDocker({
    image: `apache/kafka:${version}`,
    environment,
    port,
    ready: /Kafka Server started/,
    url: `kafka://127.0.0.1:${port}`,
  })
}

function settingsFor(port: number, controller: number, advertisedPort = port): Record<string, string> {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'auto.create.topics.enable': 'false',
    // An event of 7 MiB, its key and framing.
    'message.max.bytes': '8388608',
    // A killed broker rejoins after its old session has expired.
    'broker.heartbeat.interval.ms': '300',
    'broker.session.timeout.ms': '1500',
    'log.segment.delete.delay.ms': '1000',
  }
}
