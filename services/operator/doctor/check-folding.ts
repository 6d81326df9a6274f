import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { Lag } from '../../projector/generations/read-lags.ts'
import { count, counted } from '../format-text.ts'
import type { Status } from '../status/status.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Age of an event, s, and number of queued changes, from which players notice. */
const tolerableSeconds = 60
const tolerableChanges = 10_000

export function foldingFindings(status: Status): Finding[] {
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
      'Use the newer release everywhere.',
    )
  if (next) return []
  return soon(
    'version',
    `An older release folded the read models (${versions}).`,
    'Start projectors of this release: they build read models of their own and switch.',
  )
}
