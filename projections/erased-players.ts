import type { TablesTx } from './generation.ts'

/** SQL condition: the player with the id in this column was erased before. */
export function isErased(schema: string, column: string): string {
  return `exists (select from ${schema}.players p where p.id = ${column} and p.erased_at is not null)`
}

/** In an earlier batch. */
export async function erasedAmong(
  { tx, schema }: TablesTx,
  players: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select id from ${schema}.players where id = any($1::uuid[]) and erased_at is not null`,
    values: [players],
  })
  return new Set(rows.map((row) => row.id))
}
