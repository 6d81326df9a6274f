import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/log/log.ts'
import { Command, type CommandContext } from '../command.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'
import { counted, printable } from '../format-text.ts'
import { withStatusStore } from '../status/status-store.ts'
import { databaseChecks } from './database-checks.ts'
import { type Check, type Diagnosis, type Finding, wrong } from './finding.ts'
import { outsideChecks } from './outside-checks.ts'

export function doctorCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('doctor')
    .description('check everything that the server depends on, and report what is wrong or will be soon')
    .option('--json', 'print one JSON document')
    .notes(`
Checks the database, the ledger and its topics, disk, folding, parked events, versions, rules,
clock, Redis, S3, refused plays, mails and their server, the certificate of PUBLIC_URL, and the age
of the last backup and verification. Each finding says what follows from it and what to type.
Answers within five seconds even during an outage, and lists what could not be checked. Changes
nothing.

WRONG: something does not work now. SOON: it will not, unless something is done.
Exits with 1 when something is wrong, with 4 when something will be, with 0 otherwise, also when
something could not be checked.`)
    .action(async () => {
      await runOnConfig(async (config) => {
        const diagnosis = await diagnoseSystem(config, output.log, Date.now)
        const severities = diagnosis.findings.map(({ severity }) => severity)
        const soon = severities.includes('soon') ? exitCodes.soon : exitCodes.fine
        const code = severities.includes('wrong') ? exitCodes.wrong : soon
        return { document: diagnosis, text: showDiagnosis(diagnosis), code }
      })
    })
}

/** A diagnosis as text: each finding with what to do, then what was checked. */
export function showDiagnosis({ findings, unchecked, checked }: Diagnosis): string[] {
  const bad = findings.filter(({ severity }) => severity === 'wrong').length
  const subjects = [...new Set(checked)].sort().join(', ')
  return [
    ...findings.flatMap(findingLines),
    ...unchecked.map(({ subject, reason }) => `NOT CHECKED  ${subject}: ${printable(reason)}`),
    ...(findings.length + unchecked.length > 0 ? [''] : []),
    findings.length === 0
      ? `Nothing is wrong. Checked: ${subjects}.`
      : `${counted(bad, 'problem')} now, ${findings.length - bad} soon. Checked: ${subjects}.`,
  ]
}

function findingLines({ severity, subject, what, fix }: Finding): string[] {
  const label = severity === 'wrong' ? 'WRONG' : 'SOON '
  return [`${label}  ${subject}: ${printable(what)}`, `       → ${printable(fix)}`]
}

/** Checks everything that a server with this configuration depends on, within five seconds. */
async function diagnoseSystem(config: Config, log: Log, now: () => number): Promise<Diagnosis> {
  await loadClients(config)
  return merged(await Promise.all([diagnoseDatabase(config, log, now), diagnose(outsideChecks(config, now))]))
}

/** The checks that need the database. */
const dependent = [
  'folding',
  'ledger',
  'parked',
  'version',
  'clock',
  'backup',
  'verify',
  'rules',
  'refusals',
] as const
const embedded = ['server', 'disk'] as const

async function diagnoseDatabase(config: Config, log: Log, now: () => number): Promise<Diagnosis> {
  try {
    const inside = await withStatusStore(config, log, (store) => diagnose(databaseChecks(store, now)))
    return { ...inside, checked: ['database', ...inside.checked] }
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error
    const fix =
      config.databaseUrl === null
        ? 'Read the log of the server, and start it again with `npm start` on the same DATA_DIR. After the loss of a disk do not start it before `ledger load`.'
        : 'Check DATABASE_URL and start Postgres. Servers reconnect by themselves.'
    // Of an embedded database it may also be that no server was started.
    const effect = config.databaseUrl === null ? '' : ': everything is answered 503'
    return {
      findings: wrong('database', `${error.message.replace(/\.$/, '')}${effect}.`, fix),
      unchecked: [...dependent, ...(config.databaseUrl === null ? embedded : [])].map((subject) => ({
        subject,
        reason: 'needs the database',
      })),
      checked: ['database'],
    }
  }
}

/** Loads the libraries of the checks before their timeouts begin: it blocks this process. */
async function loadClients({ ledgerUrl, redisUrl, storageUrl }: Config): Promise<void> {
  await Promise.all([
    ledgerUrl !== null && import('../../platform/ledger/kafka/topic-admin.ts'),
    redisUrl !== null && import('../../platform/redis/ioredis.ts'),
    storageUrl !== null && import('../../platform/storage/s3-storage.ts'),
  ])
}

/** Timeout of a check, ms. All run concurrently. */
const timeoutMs = 4_000

/** Runs all checks concurrently, each with a timeout, so that it completes within seconds even during an outage. */
export async function diagnose(checks: readonly Check[]): Promise<Diagnosis> {
  const outcomes = await Promise.all(checks.map(run))
  return merged(outcomes)
}

/** One diagnosis of several, with what is wrong now first. */
function merged(diagnoses: readonly Diagnosis[]): Diagnosis {
  const findings = diagnoses.flatMap((one) => one.findings)
  return {
    findings: [
      ...findings.filter(({ severity }) => severity === 'wrong'),
      ...findings.filter(({ severity }) => severity === 'soon'),
    ],
    unchecked: diagnoses.flatMap(({ unchecked }) => unchecked),
    checked: [...new Set(diagnoses.flatMap(({ checked }) => checked))],
  }
}

async function run({ subjects, find }: Check): Promise<Diagnosis> {
  try {
    const findings = await withDeadline(timeoutMs, find(), `the check of ${subjects[0]}`)
    return { findings, unchecked: [], checked: subjects }
  } catch (error) {
    const reason = errorMessage(error)
    return { findings: [], unchecked: subjects.map((subject) => ({ subject, reason })), checked: [] }
  }
}
