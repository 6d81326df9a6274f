import { type CompetitionDocument, isOpen } from '@stepledger/contracts/competition/competition-document.ts'

/** SQL: the slug of a competition, and whether who plays takes part. */
interface ParticipationSql {
  readonly slug: string
  readonly open: string
}

/** The slug has no character that needs quoting. */
export function participationIn({
  slug,
  access,
}: Pick<CompetitionDocument, 'slug' | 'access'>): ParticipationSql {
  return { slug: `'${slug}'`, open: String(isOpen(access)) }
}

/**
 * SQL: whether the player of the row `a` takes part in a competition, now or just before `until`, ms since 1970. Equal to
 * `takesPart` of contracts/competition/participation.ts.
 */
export function takesPart(schema: string, { slug, open }: ParticipationSql, until?: number): string {
  const time =
    until === undefined
      ? 'p.until is null'
      : `p.since < ${until} and (p.until is null or p.until >= ${until})`
  return `${open} <> exists (
    select from ${schema}.participants p
    where p.slug = ${slug} and p.player = a.player and p.status = case when ${open} then 'left' else 'in' end and ${time})`
}
