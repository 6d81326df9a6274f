import { type CompetitionDocument, isOpen } from '@stepledger/contracts/competition/competition-document.ts'

/** The parts of a competition that decide whose plays count. */
export type Participation = Pick<CompetitionDocument, 'slug' | 'access'>

/**
 * SQL: whether the player of the row `a` takes part in a competition, now or just before `until`, ms since 1970. Equal to
 * `takesPart` of contracts/competition/participation.ts. The slug has no character that needs quoting.
 */
export function takesPart(schema: string, { slug, access }: Participation, until?: number): string {
  const time =
    until === undefined
      ? 'p.until is null'
      : `p.since < ${until} and (p.until is null or p.until >= ${until})`
  const is = (status: string) =>
    `exists (select from ${schema}.participants p where p.slug = '${slug}' and p.player = a.player and p.status = '${status}' and ${time})`
  return isOpen(access) ? `not ${is('left')}` : is('in')
}
