import type { Topic } from '@stepledger/contracts/ledger/topic.ts'

/** How to get to Kafka. */
export interface KafkaAddress {
  /** `host:port`, of which any that answers tells of all the others. */
  readonly brokers: readonly string[]
  readonly tls: boolean
  /** Null where Kafka asks nobody who they are. */
  readonly login: KafkaLogin | null
}

export interface KafkaLogin {
  readonly mechanism: Mechanism
  readonly username: string
  readonly password: string
}

/** What LEDGER_URL says of a ledger in Kafka. */
export interface KafkaLedgerAddress extends KafkaAddress {
  /** Begins the names of its topics and of the groups that read them. */
  readonly prefix: string
  /** A start makes the topics that are missing, instead of refusing. */
  readonly makeTopics: boolean
  /** A reader that hears nothing of Kafka for so long, ms, is replaced; after three in a row their process ends. */
  readonly silenceMs: number
}

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const
type Mechanism = (typeof mechanisms)[number]

const form =
  /^kafka:\/\/(?:(?<login>[^/@]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<prefix>[^?#]*))?(?:\?(?<query>[^#]*))?$/
const prefixes = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/
const maxBrokers = 16

/**
 * Reads `kafka://user:password@host:9092,other:9092/prefix`, user and password only where Kafka asks for them. Without
 * a port it is 9092, without a prefix `stepledger`. Behind the prefix: `?topics=make` where a start may make topics,
 * `tls=on`, `sasl=scram-sha-512` (or another of the mechanisms; `plain` by default), `silence=30` (seconds). Throws an
 * Error that says what is wrong, without a word of the password.
 */
export function kafkaAddress(text: string): KafkaLedgerAddress {
  const { login, hosts, prefix = '', query = '' } = form.exec(text)?.groups ?? {}
  if (hosts === undefined) throw new Error(lookAlike)
  const settings = new URLSearchParams(query)
  const [topics, tls, sasl, silence] = names.map((name) => settings.get(name))
  const strange = [...settings.keys()].some((name) => !names.includes(name))
  if (strange || (topics ?? 'make') !== 'make' || (tls ?? 'on') !== 'on')
    throw new Error('after the prefix only ?topics=make, tls=on, sasl=… and silence=… may stand')
  if (prefix !== '' && !prefixes.test(prefix))
    throw new Error('the prefix may have letters, digits, _ and -, at most 100 of them')
  return {
    brokers: hosts.split(',').slice(0, maxBrokers).map(brokerOf),
    tls: tls === 'on',
    login: loginOf(login, sasl ?? null),
    prefix: prefix || 'stepledger',
    makeTopics: topics === 'make',
    silenceMs: 1000 * secondsOf(silence ?? '30'),
  }
}

const names = ['topics', 'tls', 'sasl', 'silence']

/** A group needs some seconds to forget those who are gone and to share again: that is no silence. */
const [leastSilence, mostSilence] = [8, 600]

function secondsOf(text: string): number {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (seconds >= leastSilence && seconds <= mostSilence) return seconds
  throw new Error(`silence must be ${leastSilence} to ${mostSilence} seconds`)
}

const lookAlike = 'must look like kafka://host:9092/prefix'

function brokerOf(text: string): string {
  const url = URL.canParse(`kafka://${text}`) ? new URL(`kafka://${text}`) : null
  if (!url?.hostname) throw new Error(lookAlike)
  // kafkajs takes what stands before the first colon for the host.
  if (url.hostname.startsWith('[')) throw new Error('a host must be a name or an IPv4 address')
  return `${url.hostname}:${url.port || 9092}`
}

function loginOf(text: string | undefined, sasl: string | null): KafkaLogin | null {
  if (text === undefined) {
    if (sasl !== null) throw new Error('sasl=… needs a user and a password before the host')
    return null
  }
  const [username = '', password = '', ...more] = text.split(':')
  if (!username || !password || more.length > 0) throw new Error('before the @ must stand user:password')
  const mechanism = mechanisms.find((name) => name === (sasl ?? 'plain'))
  if (!mechanism) throw new Error(`sasl must be one of ${mechanisms.join(', ')}`)
  return { mechanism, username: decoded(username), password: decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('user and password must be percent-encoded where they hold %, :, / or @')
  }
}

/** The topic as Kafka knows it. */
export function topicName(prefix: string, topic: Topic): string {
  return `${prefix}-${topic}`
}
