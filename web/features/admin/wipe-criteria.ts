import type { previewWipe, WipePreview, wipePlays } from '@stepledger/contracts/http/operated-plays.ts'
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

type WipeQuery = Pick<
  z.input<typeof previewWipe.query>,
  'player' | 'chart' | 'since' | 'until' | 'clientVersion'
>

/** The query of a preview; null while nothing restricts it. */
export function criteriaOf({ alias, chart, since, until, clientVersion }: WipeFields): WipeQuery | null {
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

/** What a wipe sends: the criteria of the preview, with its player, time and number of plays. */
export function wipeBody(
  { player: _, until: __, ...criteria }: WipeQuery,
  { user, until, plays }: Pick<WipePreview, 'user' | 'until' | 'plays'>,
): Omit<z.input<typeof wipePlays.body>, 'reason'> {
  return { ...criteria, ...(user && { player: user.id }), until, expected: plays }
}

/** The command that wipes what was previewed, for more plays than the page wipes. */
export function wipeCommand(
  { chart, since, clientVersion }: WipeQuery,
  { user, until }: Pick<WipePreview, 'user' | 'until'>,
): string {
  const options = { player: user?.alias ?? user?.id, chart, 'client-version': clientVersion, since, until }
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(String(value))}`],
  )
  return `ledger wipe ${given.join(' ')} --reason "…"`
}

/** As a shell reads it as one word. */
function quoted(word: string): string {
  return /^[\w.:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
