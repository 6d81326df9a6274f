import type { Permission } from '@stepledger/contracts/permissions.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/grant-permission.ts'
import { expect } from 'vitest'
import { openLedgerOf } from './fill-ledger.ts'

/** Grants a permission beside the server of this data folder, faster than the command does. */
export async function grant(dataDir: string, alias: string, permission: Permission): Promise<void> {
  const { database, ledger } = await openLedgerOf(dataDir)
  expect(await grantPermission(database, alias, permission)).toBe(true)
  await ledger.close()
  await database.close()
}
