import type { ProcessName } from '../../scripts/distributed/start-services.ts'
import { type Answer, call, type Player } from '../system/client.ts'
import { type CommandResult, runBuiltLedger } from '../system/ledger-process.ts'
import { readPrometheusText } from '../system/prometheus-text.ts'
import type { FaultySystem } from './faulty-system.ts'

/** A result and how long it took, ms. */
export interface Timed<T> {
  readonly result: T
  readonly ms: number
}

export async function timed<T>(work: Promise<T>): Promise<Timed<T>> {
  const from = performance.now()
  const result = await work
  return { result, ms: performance.now() - from }
}

/** `ledger status`, by the addresses through the proxies. */
export function statusOf({ env, lines }: FaultySystem): Promise<Timed<CommandResult>> {
  return timed(runBuiltLedger('unused', ['status'], { ...env, DATABASE_URL: lines.postgres.url }))
}

/** A sample of the metrics of a process; undefined if it is not there. */
export async function metricOf(
  { system }: FaultySystem,
  name: ProcessName,
  metric: string,
  label: string,
): Promise<Timed<number | undefined>> {
  const read = async () => {
    const text = await (await fetch(`http://${system.services[name].address}/metrics`)).text()
    return readPrometheusText(text).find(
      (sample) => sample.name === `stepledger_${metric}` && Object.values(sample.labels).includes(label),
    )?.value
  }
  return timed(read())
}

/** Status codes of the readiness of these processes. */
export async function readinessOf(
  { system }: FaultySystem,
  names: readonly ProcessName[],
): Promise<readonly number[]> {
  return Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`http://${system.services[name].address}/health/ready`)
      await answer.arrayBuffer()
      return answer.status
    }),
  )
}

export function signIn({ system }: FaultySystem, { alias }: Player): Promise<Answer> {
  return call(`${system.url}/api/login`, {
    body: { email: `${alias}@example.com`, password: 'correct horse' },
  })
}

/** Ids of the player's rivals. */
export async function rivalsOf({ system }: FaultySystem, { token }: Player): Promise<unknown> {
  const { body } = await call(`${system.url}/api/rivals`, { token })
  return body
}

/**
 * Repeats `attempt` until it takes less than `limitMs`, at most five times, because other tests share the processor;
 * returns the last one.
 */
export async function quickly<T>(limitMs: number, attempt: () => Promise<Timed<T>>): Promise<Timed<T>> {
  let last = await attempt()
  for (let tries = 1; tries < 5 && last.ms >= limitMs; tries++) last = await attempt()
  return last
}
