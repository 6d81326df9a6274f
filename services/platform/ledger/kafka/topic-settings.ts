import type { TopicDescription, TopicSpec } from './client.ts'

/** The largest event with its key and the record framing, bytes. */
const maxMessageBytes = 8 * 1024 * 1024

/**
 * Returns the spec of a topic for a cluster with this many brokers: up to three replicas, of which two must be in sync
 * to acknowledge a write.
 */
export function topicToMake(name: string, partitions: number, brokers: number): TopicSpec {
  const replicas = Math.max(1, Math.min(3, brokers))
  return { name, partitions, replicas, settings: settingsFor(replicas) }
}

function settingsFor(replicas: number): ReadonlyMap<string, string> {
  return new Map([
    // Unlimited retention, no compaction.
    ['cleanup.policy', 'delete'],
    ['retention.ms', '-1'],
    ['retention.bytes', '-1'],
    ['max.message.bytes', String(maxMessageBytes)],
    ['min.insync.replicas', replicas >= 3 ? '2' : '1'],
    ['unclean.leader.election.enable', 'false'],
  ])
}

/** A setting that differs from the required one. */
export interface Drift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

/**
 * Compares an existing topic with the required settings. Drift is never repaired automatically, since it may already
 * have deleted events.
 */
export function driftOf(name: string, partitions: number, found: TopicDescription): Drift[] {
  const drifts: Drift[] = []
  const compare = (setting: string, actual: string, wanted: string, isFine = actual === wanted) => {
    if (!isFine) drifts.push({ topic: name, setting, found: actual, wanted })
  }
  compare('partitions', String(found.partitions), String(partitions))
  for (const [setting, wanted] of settingsFor(found.replicas)) {
    const actual = found.settings.get(setting) ?? 'nothing'
    const atLeast = setting === 'max.message.bytes' || setting === 'min.insync.replicas'
    compare(
      setting,
      actual,
      atLeast ? `${wanted} or more` : wanted,
      actual === wanted || (atLeast && Number(actual) > Number(wanted)),
    )
  }
  return drifts
}

/** Returns one line with topic, setting, actual and required value. */
export function describeDrift({ topic, setting, found, wanted }: Drift): string {
  return `${topic}: ${setting} is ${found}, must be ${wanted}`
}
