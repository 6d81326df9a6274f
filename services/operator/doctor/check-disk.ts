import { count, sizeText } from '../format-text.ts'
import type { Status } from '../status/status.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Multiple of the limit below which a warning is due: a build needs space for a second generation. */
const warningFactor = 3
/** A warning is due this long before the disk is full, ms: a month. */
const warningMs = 30 * 24 * 3_600_000

/** Findings about the disk of the embedded database. `now`: ms since 1970. */
export function diskFindings(
  { disk, forecast, kept }: Pick<Status, 'disk' | 'forecast' | 'kept'>,
  now: number,
): Finding[] {
  if (!disk) return []
  const free = `${mebi(disk.free)} MiB are free; below ${mebi(disk.needed)} MiB plays, accounts and files are refused.`
  const [previous] = kept
  const fix = previous
    ? `\`ledger prune\` drops generation ${previous.id} (${sizeText(previous.bytes)}); else make room, or move DATA_DIR to a larger disk.`
    : 'Make room, or move DATA_DIR to a larger disk.'
  if (disk.low) return wrong('disk', free, fix)
  if (forecast && forecast.fullOn !== null && Date.parse(forecast.fullOn) - now < warningMs)
    return soon(
      'disk',
      `${free} At ${sizeText(forecast.bytesPerDay)} a day that is on ${forecast.fullOn}.`,
      fix,
    )
  return disk.free < disk.needed * warningFactor ? soon('disk', free, fix) : []
}

const mebi = (bytes: number) => count(Math.floor(bytes / 1024 ** 2))
