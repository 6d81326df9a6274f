import type { Queryable } from '@stepledger/projections/queryable.ts'
import unhomoglyph from 'unhomoglyph'

/**
 * What an alias looks like: its skeletons (Unicode TR 39) as it is written, in small letters and in capitals. They are
 * taken of the compatible form (NFKC), of the text itself, as `ſ` is like `f` and compatible with `s`, and of the text
 * with other letters than ASCII replaced first, as one may be like a capital and another one like a small letter. Two
 * aliases that have a skeleton in common are taken for each other. Not for people to read.
 */
export function looksOf(alias: string): string[] {
  const looks = [alias.normalize('NFKC'), alias, inAscii(alias)].flatMap((text) => [
    `as written: ${skeleton(text)}`,
    `small: ${skeleton(text.toUpperCase().toLowerCase())}`,
    `capitals: ${skeleton(text.toUpperCase())}`,
  ])
  return [...new Set(looks)]
}

/** A replaced letter may have a replacement of its own: at most so many steps. */
const mostSteps = 8

/** Letters that look the same are the same in it. What nobody sees is left out. */
function skeleton(text: string): string {
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return fixpoint(visible.normalize('NFD'), (form) => unhomoglyph(form).normalize('NFD'))
}

function inAscii(text: string): string {
  return fixpoint(text.normalize('NFD'), (form) =>
    form.replace(/[^\0-\x7f]+/g, (letters) => unhomoglyph(letters)).normalize('NFD'),
  )
}

function fixpoint(text: string, next: (text: string) => string): string {
  let form = text
  for (let step = 0; step < mostSteps; step++) {
    const after = next(form)
    if (after === form) return form
    form = after
  }
  return form
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
