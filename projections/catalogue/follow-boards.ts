import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'

/** SQL: the statement that updates `played` of all charts: their boards have a player. */
export function setPlayed(schema: string): string {
  return `
    update ${schema}.charts c set played = b.players > 0 from ${schema}.boards b
    where b.chart = c.hash and c.played <> (b.players > 0)`
}

/** Updates `played` of the charts of these changed plays. */
export async function followBoards({ tx, schema }: TablesTx, plays: readonly ChangedPlay[]): Promise<void> {
  if (plays.length === 0) return
  await tx.query({
    name: `${schema}_follow_boards_v1`,
    text: `${setPlayed(schema)} and c.hash = any($1::text[])`,
    values: [[...new Set(plays.map(({ chart }) => chart))]],
  })
}
