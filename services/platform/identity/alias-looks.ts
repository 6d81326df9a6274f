import type { Queryable } from '@stepledger/projections/queryable.ts'
import unhomoglyph from 'unhomoglyph'

/**
 * What an alias looks like: its skeletons (Unicode TR 39) as it is written, in small letters and in capitals. Two
 * aliases that have one in common are taken for each other. Not for people to read.
 */
export function looksOf(alias: string): string[] {
  const text = alias.normalize('NFKC')
  return [
    `as written: ${skeleton(text)}`,
    `small: ${skeleton(text.toUpperCase().toLowerCase())}`,
    `capitals: ${skeleton(text.toUpperCase())}`,
  ]
}

/** Letters that look the same are the same in it. What nobody sees is left out. */
function skeleton(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(visible.normalize('NFD')).normalize('NFD')
}

/**
 * Gives these players what their aliases look like, in this order; what another one has already stays with that one.
 */
export async function claimLooks(
  connection: Queryable,
  players: readonly { readonly id: string; readonly alias: string }[],
): Promise<void> {
  const claims = players.flatMap(({ id, alias }) => looksOf(alias).map((look) => ({ id, look })))
  await connection.query({
    text: `INSERT INTO accounts.alias_looks (look, player_id)
      SELECT look, id FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS claimed (look, id, nth)
      ORDER BY nth ON CONFLICT DO NOTHING`,
    values: [claims.map(({ look }) => look), claims.map(({ id }) => id)],
  })
}
