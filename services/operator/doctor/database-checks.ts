import { isDeepStrictEqual } from 'node:util'
import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { sizeText } from '@stepledger/contracts/packs/size-text.ts'
import { successorOf } from '@stepledger/contracts/rules/first-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import { readWaitingMails, type WaitingMails } from '../../accounts/operations/waiting-mails.ts'
import { readRefusals } from '../../ingest/refusals/refusals-table.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type OperatorRun,
  type RecordedCommand,
  readRuns,
} from '../../projector/generations/operator-runs.ts'
import type { Lag } from '../../projector/generations/read-lags.ts'
import { count, counted } from '../format-text.ts'
import { readStatus, type Status } from '../status/status.ts'
import type { ServerHealth, StatusStore } from '../status/status-store.ts'
import { type Check, check, type Finding, soon, wrong } from './finding.ts'

/** Most keys and reasons of refusals that are looked at, most frequent first. */
const maxRefusals = 100

export function databaseChecks(store: StatusStore, now: () => number): Check[] {
  const { database } = store
  return [
    {
      subjects: [
        'folding',
        'ledger',
        'parked',
        'version',
        ...(store.server === undefined ? [] : ['server' as const]),
        ...(store.readDisk ? ['disk' as const] : []),
      ],
      async find() {
        const status = await readStatus(store, now())
        return [
          ...(status.server === null
            ? wrong('server', `No server runs on ${status.engine.database}.`, '`npm start`')
            : []),
          ...(status.server?.url && status.answering ? serverFindings(status.answering) : []),
          ...foldingFindings(status),
          ...diskFindings(status, now()),
        ]
      },
    },
    check('clock', () => clockFindings(database, now)),
    { subjects: ['backup', 'verify'], find: async () => runFindings(await readRuns(database.pool), now()) },
    check('rules', async () => rulesFindings((await readLiveGeneration(database))?.rules ?? null)),
    check('refusals', async () => refusalFindings(await readRefusals(database.pool, maxRefusals), now())),
    check('mail', async () => mailFindings(await readWaitingMails(database))),
  ]
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

/** Age of an event, s, and number of queued changes, from which players notice. */
const tolerableSeconds = 60
const tolerableChanges = 10_000

function foldingFindings(status: Status): Finding[] {
  const { engine, generation, next, ledgerSilentSeconds: silent } = status
  const findings: Finding[] = []
  if (silent !== 0)
    findings.push(
      ...wrong(
        'ledger',
        `${engine.ledger} ${silent === null ? 'does not answer' : `has not answered for ${count(silent)} s`}: plays are refused, and games send them again.`,
        'Look at the brokers of LEDGER_URL. Servers reconnect by themselves.',
      ),
    )
  if (!generation)
    findings.push(
      ...wrong(
        'folding',
        'No read models exist yet: no page can be shown.',
        'Start a server with a projector.',
      ),
    )
  findings.push(...lagFindings(status.lags), ...parkedFindings(generation), ...versionFindings(status))
  if (next && next.stopped !== null)
    findings.push(
      ...wrong(
        'folding',
        `The build of generation ${next.id} has stopped: ${next.stopped}`,
        '`ledger replay` begins another build, `ledger replay --abandon` drops this one.',
      ),
    )
  return findings
}

function lagFindings(lags: readonly Lag[]): Finding[] {
  return lags.flatMap(({ projection, waiting, seconds }) => {
    if (projection === 'live' && seconds !== null && seconds > tolerableSeconds)
      return wrong(
        'folding',
        `${counted(waiting, 'event')} not folded yet, the oldest for ${count(Math.round(seconds))} s: pages do not show the newest plays.`,
        'Run `ledger status` twice. If the lag does not shrink, restart the projector and read its log.',
      )
    if (projection === 'standings' && waiting > tolerableChanges)
      return wrong(
        'folding',
        `${counted(waiting, 'change')} not in the standings of events yet.`,
        'Search the log of the projector for "the standings could not be updated".',
      )
    if (projection === 'redis' && waiting > tolerableChanges)
      return soon(
        'redis',
        `${counted(waiting, 'change')} of boards not in Redis yet: they are read from Postgres.`,
        'Check Redis, and the log of query for "Redis".',
      )
    return []
  })
}

function parkedFindings(generation: Status['generation']): Finding[] {
  if (!generation || generation.parked.count === 0) return []
  const { parked } = generation
  const first = parked.first[0]
  const example = first ? ` The first: ${first.type} at ${formatPosition(first)}: ${first.reason}` : ''
  return wrong(
    'parked',
    `${counted(parked.count, 'event')} could not be folded, and later events of the same keys wait behind.${example}`,
    '`ledger parked` lists them; after the cause is fixed, `ledger parked retry`.',
  )
}

function versionFindings({ codeVersion, generation, next }: Status): Finding[] {
  if (!generation || generation.codeVersion === codeVersion) return []
  const versions = `code version ${generation.codeVersion}, and this release has ${codeVersion}`
  if (generation.codeVersion > codeVersion)
    return wrong(
      'version',
      `A newer release folded the read models (${versions}): projectors and commands of this one are refused.`,
      'Use the newer release everywhere, or go back to this one with `ledger rollback`.',
    )
  if (next) return []
  return soon(
    'version',
    `An older release folded the read models (${versions}).`,
    'Start projectors of this release: they build read models of their own and switch. If an earlier build was rolled back, `ledger replay` begins another.',
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
  const free = `${sizeText(disk.free)} are free; below ${sizeText(disk.needed)} plays, accounts and files are refused.`
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

/** Difference between the clocks of two machines from which times of plays and of rounds are wrong, ms. */
const tolerableMs = 5_000

const rows = z.tuple([z.object({ ms: z.number() })])

/** Compares the clock of this machine (`now`, ms since 1970) with that of the database. */
export async function clockFindings({ pool }: Pick<Database, 'pool'>, now: () => number): Promise<Finding[]> {
  const before = now()
  const answer = await pool.query(
    'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
  )
  const after = now()
  const [{ ms }] = rows.parse(answer.rows)
  // The database read its clock between both times.
  const difference = ms < before ? ms - before : Math.max(0, ms - after)
  if (Math.abs(difference) <= tolerableMs) return []
  const seconds = Math.round(Math.abs(difference) / 1000)
  return wrong(
    'clock',
    `The clock of this machine is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} that of the database: plays get wrong times, and rounds end at the wrong moment.`,
    'Set both clocks by NTP (`timedatectl set-ntp true`).',
  )
}

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

/** Findings about rules that lack the corrections of their successor. */
export function rulesFindings(inForce: Rules | null): Finding[] {
  if (inForce === null || isDeepStrictEqual(successorOf(inForce), inForce)) return []
  return soon(
    'rules',
    'The rules in force are older than their successor: ITG percentages differ from those of the game by up to 0.01, or plays are ranked that should not be.',
    '`ledger rules preview --successor` shows what changes, `ledger rules publish --successor` publishes it.',
  )
}

/** Reasons after which a client drops a play for good. */
const finalReasons = ['invalid', 'key']
/** Fewer refusals, or refusals longer ago (ms), are not reported. */
const tolerableRefusals = 20
const recentMs = 24 * 3_600_000

/** Findings about clients whose plays are lost, because they are refused for good. `now`: ms since 1970. */
export function refusalFindings(refusals: readonly KeyRefusals[], now: number): Finding[] {
  return refusals
    .filter(
      ({ reason, lastAt, count: n }) =>
        finalReasons.includes(reason) && n >= tolerableRefusals && now - Date.parse(lastAt) < recentMs,
    )
    .flatMap(({ key, reason, count: n, client, sample }) =>
      soon(
        'refusals',
        `${count(n)} plays of the API key ${key}${client === null ? '' : ` (${client})`} were refused within a week (${reason}), and are lost. The last error: ${sample}`,
        '`ledger status` lists all with their players. An outdated module is updated on *Help → Setup*.',
      ),
    )
}

/** Age from which a mail counts as stuck, s: some retries have failed by then. */
const stuckSeconds = 600

export function mailFindings({ count, oldestSeconds }: WaitingMails): Finding[] {
  if (oldestSeconds <= stuckSeconds) return []
  return wrong(
    'mail',
    `${counted(count, 'mail')} not sent, the oldest for ${Math.round(oldestSeconds / 60)} minutes: players cannot verify their addresses or reset passwords. After three days a mail is dropped.`,
    'Search the log of accounts for "will be retried": it has the answer of the mail server. Check MAIL_URL.',
  )
}
