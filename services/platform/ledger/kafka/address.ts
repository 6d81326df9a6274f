import type { Topic } from '@stepledger/contracts/ledger/topic.ts'

/** What LEDGER_URL says of a ledger in Kafka. */
export interface KafkaLedgerAddress {
  readonly brokers: readonly string[]
  /** Begins the names of its topics and of the groups that read them. */
  readonly prefix: string
  /** A start makes the topics that are missing, instead of refusing. */
  readonly makeTopics: boolean
}

const prefixes = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/

/**
 * Reads `kafka://host:9092/prefix`, with `?topics=make` where a start may make topics. The host is asked for all the brokers; without a port
 * it is 9092, without a prefix `stepledger`. Throws an Error that says what is wrong.
 */
export function kafkaAddress(text: string): KafkaLedgerAddress {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'kafka:' || url.hostname === '')
    throw new Error('must look like kafka://host:9092/prefix')
  const prefix = url.pathname.slice(1) || 'stepledger'
  if (!prefixes.test(prefix))
    throw new Error('the prefix may have letters, digits, _ and -, at most 100 of them')
  const making = url.searchParams.get('topics')
  const others = [...url.searchParams.keys()].filter((name) => name !== 'topics')
  if (others.length > 0 || (making !== null && making !== 'make'))
    throw new Error('after the prefix only ?topics=make may stand')
  return { brokers: [`${url.hostname}:${url.port || 9092}`], prefix, makeTopics: making === 'make' }
}

/** The topic as Kafka knows it. */
export function topicName(prefix: string, topic: Topic): string {
  return `${prefix}-${topic}`
}
