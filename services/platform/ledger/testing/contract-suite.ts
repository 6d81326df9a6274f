import { afterEach, beforeEach, describe } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { appendingContract } from './contract-of-appending.ts'
import { followingContract } from './contract-of-following.ts'
import type { Bench, LedgerUnderTest } from './ledger-under-test.ts'

/** The contract of every ledger adapter. With `hasTransactions`, `slowAppend` is required. */
export function ledgerContract(
  name: string,
  hasTransactions: boolean,
  open: () => Promise<LedgerUnderTest>,
): void {
  describe(`the ledger, ${name}`, () => {
    let given: LedgerUnderTest
    let others: Set<Ledger>

    beforeEach(async () => {
      given = await open()
      others = new Set()
    })
    afterEach(async () => {
      for (const other of others) await other.close()
      await given.close()
    })
    const bench: Bench = {
      hasTransactions,
      given: () => given,
      async reopen() {
        const other = await given.reopen()
        others.add(other)
        return other
      },
      async close(other) {
        others.delete(other)
        await other.close()
      },
    }
    appendingContract(bench)
    followingContract(bench)
  })
}
