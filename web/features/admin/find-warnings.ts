import type { OperationsState } from '@stepledger/contracts/http/operations.ts'
import { countText } from '../../ui/count-text.ts'

/** Age of an event, s, and number of queued changes, above which players notice; as in `ledger doctor`. */
const tolerableSeconds = 60
const tolerableChanges = 10_000

/** What needs an operator, the most urgent first, as sentences. */
export function findWarnings(state: OperationsState): string[] {
  const { parts, lags, generations, parked, disk, runs } = state
  return [
    ...parts.flatMap(({ product, silentSeconds }) =>
      silentSeconds === null ? [] : [`${product} hasn't answered for ${durationText(silentSeconds)}.`],
    ),
    ...(disk.low ? ['The disk is nearly full: plays are refused.'] : []),
    ...lags.flatMap(({ projection, waiting, seconds }) => {
      if (projection === 'live')
        return seconds !== null && seconds > tolerableSeconds
          ? [`Pages are ${durationText(seconds)} behind the ledger.`]
          : []
      return projection !== 'next' && waiting > tolerableChanges
        ? [`${countText(waiting)} changes wait for ${projection === 'redis' ? 'Redis' : 'the standings'}.`]
        : []
    }),
    ...generations.flatMap(({ id, stopped }) =>
      stopped === null ? [] : [`The build of generation ${id} stopped: ${stopped}`],
    ),
    ...(parked.count > 0 ? [parkedText(parked.count)] : []),
    ...(isFaulty(runs.verify) ? ['The last verify found a difference.'] : []),
    ...(isFaulty(runs.backup) ? ['The last backup failed.'] : []),
  ]
}

function isFaulty({ succeededAt, failedAt }: OperationsState['runs']['verify']): boolean {
  return failedAt !== null && (succeededAt === null || succeededAt < failedAt)
}

function parkedText(count: number): string {
  return count === 1 ? '1 event is parked.' : `${countText(count)} events are parked.`
}

/** "0.2 s", "45 s", "12 min", "3 h", "5 d". */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`
  return `${countText(Math.round(seconds / 86_400))} d`
}
