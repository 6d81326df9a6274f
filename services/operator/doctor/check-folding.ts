import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { count, counted } from '../aligned.ts'
import type { Status } from '../status/status.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Lag from which players notice. With an unknown age only the number of events counts. */
const tolerableSeconds = 60
const tolerableEvents = 10_000

/** Findings about the ledger and its folding. */
export function foldingFindings(status: Status): Finding[] {
  const { engine, generation, next, total, lagSeconds, ledgerSilentSeconds: silent } = status
  const findings: Finding[] = []
  if (silent !== 0)
    findings.push(
      wrong(
        'ledger',
        `${engine.ledger} ${silent === null ? 'does not answer' : `has not answered for ${count(silent)} s`}: plays are refused, and games send them again.`,
        'Look at the brokers of LEDGER_URL. Servers reconnect by themselves.',
      ),
    )
  if (!generation)
    findings.push(
      wrong('folding', 'No read models exist yet: no page can be shown.', 'Start a server with a projector.'),
    )
  const lag = total.lag ?? 0
  if (generation && (lagSeconds === null ? lag > tolerableEvents : lagSeconds > tolerableSeconds))
    findings.push(
      wrong(
        'folding',
        `${counted(lag, 'event')} not folded yet${lagSeconds === null ? '' : `, the oldest for ${count(Math.round(lagSeconds))} s`}: pages do not show the newest plays.`,
        'Run `ledger status` twice. If the lag does not shrink, restart the projector and read its log.',
      ),
    )
  findings.push(...parkedFindings(generation), ...versionFindings(status))
  if (next && next.stopped !== null)
    findings.push(
      wrong(
        'folding',
        `The build of generation ${next.id} has stopped: ${next.stopped}`,
        '`ledger replay` begins another build, `ledger replay --abandon` drops this one.',
      ),
    )
  return findings
}

function parkedFindings(generation: Status['generation']): Finding[] {
  if (!generation || generation.parked.count === 0) return []
  const { parked } = generation
  const first = parked.first[0]
  const example = first ? ` The first: ${first.type} at ${formatPosition(first)}: ${first.reason}` : ''
  return [
    wrong(
      'parked',
      `${counted(parked.count, 'event')} could not be folded, and later events of the same keys wait behind.${example}`,
      '`ledger parked` lists them; after the cause is fixed, `ledger parked retry`.',
    ),
  ]
}

function versionFindings({ codeVersion, generation, next }: Status): Finding[] {
  if (!generation || generation.codeVersion === codeVersion) return []
  const versions = `code version ${generation.codeVersion}, and this release has ${codeVersion}`
  if (generation.codeVersion > codeVersion)
    return [
      wrong(
        'version',
        `A newer release folded the read models (${versions}): projectors and commands of this one are refused.`,
        'Use the newer release everywhere.',
      ),
    ]
  if (next) return []
  return [
    soon(
      'version',
      `An older release folded the read models (${versions}).`,
      'Start projectors of this release: they build read models of their own and switch.',
    ),
  ]
}
