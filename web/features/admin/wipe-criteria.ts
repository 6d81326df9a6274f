import type { wipePlays } from '@stepledger/contracts/http/operated-plays.ts'
import type { z } from 'zod'

/** What an operator typed. Times are local, as of an input `datetime-local`. */
export interface WipeFields {
  readonly alias: string
  readonly chart: string
  readonly since: string
  readonly until: string
  readonly clientVersion: string
}

export const noCriteria: Omit<WipeFields, 'alias'> = { chart: '', since: '', until: '', clientVersion: '' }

/** The input of a wipe; null while nothing restricts it. */
export function criteriaOf({
  alias,
  chart,
  since,
  until,
  clientVersion,
}: WipeFields): z.input<typeof wipePlays.input> | null {
  const query = {
    ...(alias.trim() !== '' && { player: alias.trim() }),
    ...(chart.trim() !== '' && { chart: hashOf(chart) }),
    ...(clientVersion.trim() !== '' && { clientVersion: clientVersion.trim() }),
    ...(since !== '' && { since: new Date(since).toISOString() }),
  }
  if (Object.keys(query).length === 0) return null
  return { ...query, ...(until !== '' && { until: new Date(until).toISOString() }) }
}

/** "a1b2…" of "https://…/chart/A1B2…?…". */
function hashOf(text: string): string {
  return text
    .trim()
    .replace(/^.*\/chart\//, '')
    .replace(/[/?#].*$/, '')
    .toLowerCase()
}
