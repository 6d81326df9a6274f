import { type Topic, topics } from '@stepledger/contracts/ledger/topic.ts'
import type { Making, TopicFound } from './client.ts'

/** The greatest event, its key and the framing of both. */
export const maxMessageBytes = 8 * 1024 * 1024

/**
 * How a topic is made on a cluster of this many brokers: three copies where there are as many, and two of them written
 * before an answer.
 */
export function topicToMake(name: string, topic: Topic, brokers: number): Making {
  const replicas = Math.max(1, Math.min(3, brokers))
  return { name, partitions: topics[topic].partitions, replicas, settings: settingsFor(replicas) }
}

function settingsFor(replicas: number): ReadonlyMap<string, string> {
  return new Map([
    // For ever, and whole: what is deleted or compacted away is no ledger.
    ['cleanup.policy', 'delete'],
    ['retention.ms', '-1'],
    ['retention.bytes', '-1'],
    ['max.message.bytes', String(maxMessageBytes)],
    ['min.insync.replicas', replicas >= 3 ? '2' : '1'],
    ['unclean.leader.election.enable', 'false'],
  ])
}

/** Something that is not as it must be. */
export interface Drift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

/**
 * What of a topic that was found is not as it must be: none of it is for this code to change, since it may have cost
 * events already.
 */
export function driftOf(name: string, topic: Topic, found: TopicFound): Drift[] {
  const drifts: Drift[] = []
  const compare = (setting: string, is: string, wanted: string, fine = is === wanted) => {
    if (!fine) drifts.push({ topic: name, setting, found: is, wanted })
  }
  compare('partitions', String(found.partitions), String(topics[topic].partitions))
  for (const [setting, wanted] of settingsFor(found.replicas)) {
    const is = found.settings.get(setting) ?? 'nothing'
    const atLeast = setting === 'max.message.bytes' || setting === 'min.insync.replicas'
    compare(
      setting,
      is,
      atLeast ? `${wanted} or more` : wanted,
      is === wanted || (atLeast && Number(is) > Number(wanted)),
    )
  }
  return drifts
}

/** One line that names topic, setting, what was found and what must be. */
export function describeDrift({ topic, setting, found, wanted }: Drift): string {
  return `${topic}: ${setting} is ${found}, must be ${wanted}`
}
