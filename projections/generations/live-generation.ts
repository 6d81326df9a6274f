import { rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'
import type { Generation } from '../generation.ts'
import type { Queryable } from '../queryable.ts'

/** A row of `projector.generations`, as far as everyone needs it. */
export const generationRow = z.object({
  id: z.int(),
  rules,
  ledger_id: z.string(),
  code_version: z.int(),
  rules_offset: z.int(),
})

/** A generation with where it comes from. */
export interface StoredGeneration extends Generation {
  readonly ledgerId: string
  /** Of the folding code that filled it. */
  readonly codeVersion: number
  /** Of its RulesPublished, in the topic `rules`. */
  readonly rulesOffset: number
}

/** The schema that a generation's tables lie in. */
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

/** The generation that requests are answered from; null before the projector has made the first one. */
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
