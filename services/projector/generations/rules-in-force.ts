import { rules } from '@stepledger/contracts/rules/rules.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { PublishedRules } from '../../platform/ledger/published-rules.ts'

const wanted = z.array(z.object({ rules_offset: z.int(), rules, newest_offset: z.int() })).max(1)

/**
 * The rules that history is to be folded under: those published last, until what was folded under them is left by a
 * roll-back. From then on, until somebody publishes again, those of the generation that is shown, or that is to be
 * shown next.
 */
export async function rulesInForce(
  connection: Pick<Database['pool'], 'query'>,
  published: PublishedRules,
): Promise<PublishedRules> {
  const { rows } = await connection.query(`
    select g.rules_offset, g.rules, (select max(rules_offset) from projector.generations) as newest_offset
    from (select generation, 1 as turn from projector.next union all select generation, 2 from projector.live) w
    join projector.generations g on g.id = w.generation
    order by w.turn limit 1`)
  const [shown] = wanted.parse(rows)
  if (!shown || shown.newest_offset < published.offset) return published
  return { ledgerId: published.ledgerId, rules: shown.rules, offset: shown.rules_offset }
}
