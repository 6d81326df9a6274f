import type { KeyRefusals } from '@stepledger/contracts/http/operated-players.ts'
import { count } from '../format-text.ts'
import { type Finding, soon } from './finding.ts'

/** Reasons after which a client drops a play for good. */
const final = ['invalid', 'key']
/** Fewer refusals, or refusals longer ago (ms), are not reported. */
const tolerable = 20
const recentMs = 24 * 3_600_000

/** Findings about clients whose plays are lost, because they are refused for good. `now`: ms since 1970. */
export function refusalFindings(refusals: readonly KeyRefusals[], now: number): Finding[] {
  return refusals
    .filter(
      ({ reason, lastAt, count: n }) =>
        final.includes(reason) && n >= tolerable && now - Date.parse(lastAt) < recentMs,
    )
    .flatMap(({ key, reason, count: n, client, sample }) =>
      soon(
        'refusals',
        `${count(n)} plays of the API key ${key}${client === null ? '' : ` (${client})`} were refused within a week (${reason}), and are lost. The last error: ${sample}`,
        '`ledger status` lists all with their players. An outdated module is updated on *Help → Setup*.',
      ),
    )
}
