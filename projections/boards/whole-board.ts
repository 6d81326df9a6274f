import { grade } from '@stepledger/contracts/rules/grade.ts'
import { z } from 'zod'
import type { TablesTx } from '../generation.ts'

const rows = z.array(
  z.object({
    system: z.int(),
    player: z.string(),
    key: z.int(),
    play_id: z.int(),
    played_at: z.int(),
    grade,
  }),
)

export type BoardRows = z.infer<typeof rows>

/** Yields every row of a chart's boards, of all systems, unordered, in pages of `pageSize`. Requires a transaction. */
export async function* wholeBoard(
  { tx, schema }: Pick<TablesTx, 'tx' | 'schema'>,
  chart: string,
  pageSize: number,
): AsyncGenerator<BoardRows> {
  await tx.query({
    text: `
      declare board cursor for
      select system, player, key, play_id, played_at, grade from ${schema}.best where chart = '${checkedHash(chart)}'`,
  })
  for (;;) {
    const page = rows.parse((await tx.query({ text: `fetch ${pageSize} from board` })).rows)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
  }
}

/** Cursors accept no parameters, so the hash is validated instead. Chart hashes are hex digits. */
function checkedHash(chart: string): string {
  if (!/^[\w-]{1,100}$/.test(chart)) throw new RangeError('a chart hash consists of letters and digits')
  return chart
}
