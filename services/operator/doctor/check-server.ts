import { count, sizeText } from '../format-text.ts'
import { fetchServerHealth, type ServerHealth } from '../status/server-health.ts'
import type { Status } from '../status/status.ts'
import { type Finding, soon, wrong } from './finding.ts'

const timeoutMs = 3_000

/** With an external database only the public address of its servers is known. */
export async function checkServer(publicUrl: string): Promise<Finding[]> {
  const server = await fetchServerHealth(publicUrl, timeoutMs)
  // Not a finding: the address may be reachable for players only.
  if (!server.answers) throw new Error(`no server answers at ${publicUrl} (PUBLIC_URL) from here`)
  return serverFindings(server)
}

export function serverFindings({ url, answers, problem, takesPlays }: ServerHealth): Finding[] {
  if (!answers)
    return wrong(
      'server',
      `The server runs, and does not answer at ${url}.`,
      'Read its log, and restart it if it hangs.',
    )
  // Without the database or the ledger plays are refused too, which other checks report.
  if (takesPlays || problem !== null) return []
  return wrong(
    'server',
    `${url} answers, and its ingest does not: plays are refused, and games send them again.`,
    'Look at the process of ingest, and restart it if it hangs.',
  )
}

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
