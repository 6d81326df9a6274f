import type { OperatorRun, RecordedCommand } from '../../projector/generations/operator-runs.ts'
import { type Finding, soon, wrong } from './finding.ts'

const dayMs = 24 * 3_600_000

/** Maximum ages: a nightly backup that was missed, and a verification every month. */
const maxBackupMs = 26 * 3_600_000
const maxVerifyMs = 35 * dayMs

/** Findings about the last backup and verification. `now`: ms since 1970. */
export function runFindings(runs: Record<RecordedCommand, OperatorRun>, now: number): Finding[] {
  return [...backupFindings(runs.backup, now), ...verifyFindings(runs.verify, now)]
}

function backupFindings({ succeededAt }: OperatorRun, now: number): Finding[] {
  if (!succeededAt)
    return wrong(
      'backup',
      'There is no backup: a lost disk loses every play.',
      '`ledger dump DIR`, every night.',
    )
  const age = now - succeededAt.getTime()
  if (age <= maxBackupMs) return []
  return wrong(
    'backup',
    `The last backup is ${ageText(age)} old: a lost disk loses all plays since.`,
    '`ledger dump DIR` now, and look why the nightly one did not run.',
  )
}

function verifyFindings({ succeededAt, failedAt }: OperatorRun, now: number): Finding[] {
  if (failedAt && (!succeededAt || failedAt > succeededAt))
    return wrong(
      'verify',
      `The last \`ledger verify\`, ${ageText(now - failedAt.getTime())} ago, found differences.`,
      '`ledger verify` lists them; `ledger replay` rebuilds the read models.',
    )
  if (succeededAt && now - succeededAt.getTime() <= maxVerifyMs) return []
  const what = succeededAt
    ? `The read models were verified ${ageText(now - succeededAt.getTime())} ago.`
    : 'The read models were never verified.'
  return soon('verify', what, '`ledger verify`, at least once a month.')
}

function ageText(ms: number): string {
  return ms < 2 * dayMs ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / dayMs)} days`
}
