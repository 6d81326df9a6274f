import { count } from '../aligned.ts'
import type { Status } from '../status/status.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Multiple of the limit below which a warning is due: a build needs space for a second generation. */
const warningFactor = 3

/** Findings about the disk of the embedded database; `kept`: whether an earlier generation could be pruned. */
export function diskFindings({ disk, kept }: Pick<Status, 'disk' | 'kept'>): Finding[] {
  if (!disk || disk.free >= disk.needed * warningFactor) return []
  const free = `${mebi(disk.free)} MiB are free; below ${mebi(disk.needed)} MiB plays, accounts and files are refused.`
  const fix =
    kept.length > 0
      ? '`ledger prune` drops the previous generation; else make room, or move DATA_DIR to a larger disk.'
      : 'Make room, or move DATA_DIR to a larger disk.'
  return [disk.low ? wrong('disk', free, fix) : soon('disk', free, fix)]
}

const mebi = (bytes: number) => count(Math.floor(bytes / 1024 ** 2))
