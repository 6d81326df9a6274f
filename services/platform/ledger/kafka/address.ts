import {
  defaultPartitions,
  isPartitionCount,
  maxPartitions,
  type Topic,
} from '@stepledger/contracts/ledger/topic.ts'

/** Connection settings of Kafka. */
export interface KafkaAddress {
  /** Bootstrap brokers, `host:port`. */
  readonly brokers: readonly string[]
  readonly tls: boolean
  /** Null without authentication. */
  readonly login: KafkaLogin | null
}

export interface KafkaLogin {
  readonly mechanism: Mechanism
  readonly username: string
  readonly password: string
}

/** The settings in LEDGER_URL for a ledger in Kafka. */
export interface KafkaLedgerAddress extends KafkaAddress {
  /** Prefix of the names of its topics and consumer groups. */
  readonly prefix: string
  /** Number of partitions of the topic `events`. */
  readonly partitions: number
  /** Whether a start creates missing topics instead of failing. */
  readonly makeTopics: boolean
  /** A reader without a response from Kafka for this long, ms, is replaced; after three in a row the process exits. */
  readonly silenceMs: number
}

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const
type Mechanism = (typeof mechanisms)[number]

const form =
  /^kafka:\/\/(?:(?<login>[^/@]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<prefix>[^?#]*))?(?:\?(?<query>[^#]*))?$/
const prefixes = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/
const maxBrokers = 16

/**
 * Parses `kafka://user:password@host:9092,other:9092/prefix`; user and password only with authentication. Default port:
 * 9092. Default prefix: `stepledger`. Query parameters: `topics=make` to create missing topics at a start, `tls=on`,
 * `sasl=scram-sha-512` (or another mechanism, default `plain`), `silence=30` (seconds), `partitions=24` (12 by
 * default). Throws an Error whose message never contains the password.
 */
export function kafkaAddress(text: string): KafkaLedgerAddress {
  const { login, hosts, prefix = '', query = '' } = form.exec(text)?.groups ?? {}
  if (hosts === undefined) throw new Error(expectedForm)
  const settings = new URLSearchParams(query)
  const [topics, tls, sasl, silence, partitions] = parameterNames.map((name) => settings.get(name))
  const hasUnknown = [...settings.keys()].some((name) => !parameterNames.includes(name))
  if (hasUnknown || (topics ?? 'make') !== 'make' || (tls ?? 'on') !== 'on')
    throw new Error(
      'after the prefix only ?topics=make, tls=on, sasl=…, silence=… and partitions=… are allowed',
    )
  if (prefix !== '' && !prefixes.test(prefix))
    throw new Error('the prefix may have letters, digits, _ and -, at most 100 of them')
  return {
    brokers: hosts.split(',').slice(0, maxBrokers).map(brokerOf),
    tls: tls === 'on',
    login: loginOf(login, sasl ?? null),
    prefix: prefix || 'stepledger',
    partitions: countOf(partitions ?? String(defaultPartitions)),
    makeTopics: topics === 'make',
    silenceMs: 1000 * secondsOf(silence ?? '30'),
  }
}

const parameterNames = ['topics', 'tls', 'sasl', 'silence', 'partitions']

/** Limits in seconds. A rebalance after a member's session timeout takes several seconds without a response. */
const [minSilence, maxSilence] = [8, 600]

function secondsOf(text: string): number {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (seconds >= minSilence && seconds <= maxSilence) return seconds
  throw new Error(`silence must be ${minSilence} to ${maxSilence} seconds`)
}

function countOf(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (isPartitionCount(count)) return count
  throw new Error(`partitions must be a multiple of ${defaultPartitions}, at most ${maxPartitions}`)
}

const expectedForm = 'must look like kafka://host:9092/prefix'

function brokerOf(text: string): string {
  const url = URL.canParse(`kafka://${text}`) ? new URL(`kafka://${text}`) : null
  if (!url?.hostname) throw new Error(expectedForm)
  // kafkajs splits host and port at the first colon.
  if (url.hostname.startsWith('[')) throw new Error('a host must be a name or an IPv4 address')
  return `${url.hostname}:${url.port || 9092}`
}

function loginOf(text: string | undefined, sasl: string | null): KafkaLogin | null {
  if (text === undefined) {
    if (sasl !== null) throw new Error('sasl=… needs a user and a password before the host')
    return null
  }
  const [username = '', password = '', ...more] = text.split(':')
  if (!username || !password || more.length > 0) throw new Error('before the @ there must be user:password')
  const mechanism = mechanisms.find((name) => name === (sasl ?? 'plain'))
  if (!mechanism) throw new Error(`sasl must be one of ${mechanisms.join(', ')}`)
  return { mechanism, username: decoded(username), password: decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('user and password must be percent-encoded if they contain %, :, / or @')
  }
}

export function topicName(prefix: string, topic: Topic): string {
  return `${prefix}-${topic}`
}
