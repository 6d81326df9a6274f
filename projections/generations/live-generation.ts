import { rules } from '@stepledger/contracts/rules/rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Generation } from '../generation.ts'
import type { Queryable } from '../queryable.ts'
import type { GenerationDb } from '../read-database.ts'

/** The columns of `projector.generations` that all readers need. */
export const generationRow = z.object({
  id: z.int(),
  rules,
  ledger_id: z.string(),
  code_version: z.int(),
  rules_offset: z.int(),
})

export interface StoredGeneration extends Generation {
  readonly ledgerId: string
  /** Offset of its RulesPublished in the topic `rules`. */
  readonly rulesOffset: number
}

export function schemaOf(id: number): string {
  return `g${id}`
}

export function generationOf(row: z.infer<typeof generationRow>): StoredGeneration {
  return {
    id: row.id,
    schema: schemaOf(row.id),
    rules: row.rules,
    ledgerId: row.ledger_id,
    codeVersion: row.code_version,
    rulesOffset: row.rules_offset,
  }
}

/** Makes another generation the one that serves requests. The caller serialises this. */
export async function setLiveGeneration(
  tx: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await tx.query({
    text: 'update projector.generations set left_at = now() where id = $1',
    values: [from],
  })
  await tx.query({ text: 'update projector.live set generation = $1', values: [to] })
}

/** Null before the projector has built the first one. */
export async function readLiveGeneration(database: {
  readonly pool: Queryable
}): Promise<StoredGeneration | null> {
  const { rows } = await database.pool.query({
    text: `
    select g.id, g.rules, g.ledger_id, g.code_version, g.rules_offset
    from projector.live l join projector.generations g on g.id = l.generation`,
  })
  return rows.length === 0 ? null : generationOf(generationRow.parse(rows[0]))
}

/** Whether the play is in the ledger, and parked by this generation: itself, or behind an earlier event of its player. */
export async function isParkedPlay({ id, db }: GenerationDb, playId: number): Promise<boolean> {
  const { rows } = await sql`
    select from projector.parked where generation = ${id} and play_id = ${playId}`.execute(db)
  return rows.length > 0
}
