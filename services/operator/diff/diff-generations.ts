import { itemAt } from '@stepledger/contracts/item-at.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import { type GenerationState, readGenerations } from '../../projector/generations/generations.ts'
import { CommandFailedError } from '../exit-codes.ts'
import { compareTables } from '../verify/compare-tables.ts'
import { type Difference, tally } from '../verify/report.ts'

/** The rows in which two generations differ. In differences `shown` is of `second`, `expected` of `first`. */
export type GenerationsDiff = Awaited<ReturnType<typeof diffGenerations>>

interface DiffOptions {
  readonly onTable: (table: string) => void
  readonly signal: AbortSignal
}

/**
 * Compares all rows of two generations by key, in one snapshot, in the tables and columns that both have. Throws
 * CommandFailedError if one of them does not exist.
 */
export async function diffGenerations(
  database: Database,
  [first, second]: readonly [number, number],
  { onTable, signal }: DiffOptions,
) {
  const client = await database.connect('ledger diff')
  const cancel = () => void client.end().catch(() => {})
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    await client.query('begin isolation level repeatable read read only')
    const generations = await readGenerations(client)
    const find = (id: number) => {
      const found = generations.find((generation) => generation.id === id)
      if (!found || found.bare) throw new CommandFailedError(missing(id, found !== undefined, generations))
      return found
    }
    const [a, b] = [find(first), find(second)]
    const checkpoints = [await readCheckpoints(client, a.id), await readCheckpoints(client, b.id)] as const
    const differences = tally<Difference>()
    const tables = await compareTables({
      client,
      shown: b.schema,
      expected: a.schema,
      differences,
      onlyCommon: true,
      onTable,
      signal,
    })
    await client.query('rollback')
    const compared = (of: StoredGeneration & { state: GenerationState }, checkpoint: readonly number[]) => ({
      id: of.id,
      state: of.state,
      codeVersion: of.codeVersion,
      rules: { title: of.rules.title, offset: of.rulesOffset },
      folded: checkpoint.reduce((sum, offset) => sum + offset, 0),
    })
    return {
      first: compared(a, checkpoints[0]),
      second: compared(b, checkpoints[1]),
      /** Whether both have folded the same events; otherwise rows differ because of that. */
      aligned: checkpoints[0].every((offset, partition) => offset === itemAt(checkpoints[1], partition)),
      tables,
      differing: differences.count,
      differences: differences.first,
    }
  } catch (error) {
    // An error after an abort is a consequence of it.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await client.end().catch(() => {})
  }
}

function missing(id: number, bare: boolean, generations: readonly { readonly id: number }[]): string {
  if (bare)
    return `Generation ${id} is still being filled: compare it when \`ledger status\` shows its events`
  const existing = generations.map((generation) => generation.id).join(', ')
  return `There is no generation ${id}. These exist: ${existing || 'none'}`
}
