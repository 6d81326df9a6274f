import { rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { PublishedRules } from '../../platform/ledger/published-rules.ts'

const targetRows = z.array(z.object({ rules_offset: z.int(), rules, newest_offset: z.int() })).max(1)

/**
 * The rules to fold history with: those published last, unless a rollback left the generation folded with them. Then,
 * until the next publication, those of the next or live generation, or after a restore those of the one that was live
 * last.
 */
export async function rulesInForce(
  connection: Pick<Database['pool'], 'query'>,
  published: PublishedRules,
): Promise<PublishedRules> {
  const { rows } = await connection.query(`
    select g.rules_offset, g.rules, (select max(rules_offset) from projector.generations) as newest_offset
    from (
      select generation, 1 as turn from projector.next
      union all select generation, 2 from projector.live
      union all (select id, 3 from projector.generations where left_at is not null order by left_at desc, id desc limit 1)
    ) w
    join projector.generations g on g.id = w.generation
    order by w.turn limit 1`)
  const [target] = targetRows.parse(rows)
  if (!target || target.newest_offset < published.offset) return published
  return { ...published, rules: target.rules, offset: target.rules_offset }
}
