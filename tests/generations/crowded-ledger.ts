import { sum } from '@stepledger/contracts/sum.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'

/** A folded ledger with the histories of crowds of players, which are numbered from 1. */
export interface CrowdedLedger extends FoldingLedger {
  /** The lines of the projector. */
  readonly logged: string[]
  appendCrowds(count: number): Promise<void>
  /** The number of crowds so far. */
  crowds(): number
  /** Each generation with its state: `1 live`. */
  states(): Promise<string[]>
  /** The number of events that a generation has folded. */
  countFolded(generation: number): Promise<number>
  /** Requests a generation under the rules in force; returns its id. */
  requestReplay(): Promise<number>
  /** Expects the live generation to equal a fresh fold. */
  agrees(): Promise<void>
}

/** A ledger with the histories of forty crowds, folded. */
export async function crowdedLedger(): Promise<CrowdedLedger> {
  const logged: string[] = []
  const given = await foldingLedger(logged)
  const { database, ledger, folded } = given
  let crowds = 0
  const appendCrowds = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const crowd = ++crowds
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(ledger, partitions)
    }
  }
  await appendCrowds(40)
  await folded()
  return {
    ...given,
    logged,
    appendCrowds,
    crowds: () => crowds,
    states: async () => (await readGenerations(database.pool)).map(({ id, state }) => `${id} ${state}`),
    countFolded: async (generation) => sum(await readCheckpoints(database.pool, generation)),
    async requestReplay() {
      const inForce = await latestRules(ledger)
      if (!inForce) throw new Error('the ledger has no rules')
      return requestGeneration(database, { inForce, codeVersion })
    },
    async agrees() {
      await folded()
      expect(await verify(given)).toMatchObject({ agrees: true, differences: [], listedFaults: [] })
    },
  }
}
