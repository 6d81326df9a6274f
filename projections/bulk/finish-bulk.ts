import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { fillBoards } from '../boards/fill-boards.ts'
import type { Word } from '../catalogue/face.ts'
import { fillCharts, noteFirstWords } from '../catalogue/fill-charts.ts'
import { fillPlayers } from '../players/fill-players.ts'
import { takeCopiedPlays } from '../plays/take-copied-plays.ts'
import type { Queryable } from '../queryable.ts'
import { indexReadModels } from '../read-models.ts'
import { type CopyIn, copyWords } from './copies.ts'
import { keepFirstPlays } from './keep-first-plays.ts'
import { dropStagingTables } from './staging.ts'

export interface FinishOptions {
  readonly tx: Queryable
  readonly copy: CopyIn
  readonly schema: string
  readonly rules: Rules
  /** Plays of the ledger, by where they lie. */
  readonly wordsAt: (positions: readonly { partition: number; offset: number }[]) => Promise<readonly Word[]>
  /** Before each step: whoever is in a hurry gets a turn. */
  readonly onStep: () => Promise<void>
}

/**
 * Makes of the plays that were copied into bare tables what the ordinary fold would have made of them, within the caller's transaction: what
 * was sent twice, withdrawn or erased goes, everything else follows from what is left by one statement a table, and keys and indexes come
 * last.
 */
export async function finishBulk(options: FinishOptions): Promise<void> {
  const { tx, copy, schema, rules, wordsAt, onStep } = options
  const run = async (statements: readonly string[]) => {
    for (const text of statements) {
      await onStep()
      await tx.query({ text })
    }
  }
  await run([`analyze ${schema}.plays`])
  await keepFirstPlays(tx, schema)
  const missing = await noteFirstWords(tx, schema)
  for (const words of copyWords(schema, await wordsAt(missing))) await copy(words)
  await run(takeCopiedPlays(schema))
  await run(fillCharts(schema))
  await run(fillPlayers(schema))
  await run(fillBoards(schema, rules))
  await run([dropStagingTables(schema)])
  await run(indexReadModels(schema).split(';\n'))
}
