import type { FastifyInstance } from 'fastify'
import { serveApiKeys } from './api-keys.ts'
import { serveAutocomplete } from './autocomplete.ts'
import type { Accounts, AccountsDeps } from './deps.ts'
import { readDeviceKey, signedDevices } from './devices.ts'
import { serveLogin } from './login.ts'
import { deliverChanges } from './outbox.ts'
import { serveOwnAccount } from './own-account.ts'
import { passwords } from './passwords.ts'
import { serveRegister } from './register.ts'
import { accountsDatabase } from './tables.ts'

/** Who you are: registers the routes of accounts. `migrateAccounts` comes before. */
export async function accounts(app: FastifyInstance, deps: AccountsDeps): Promise<void> {
  const db = accountsDatabase(deps.database)
  const devices = signedDevices({ ...deps, key: await readDeviceKey(db) })
  const service: Accounts = { ...deps, db, devices, passwords: await passwords() }
  serveRegister(app, service)
  serveLogin(app, service)
  serveOwnAccount(app, service)
  serveAutocomplete(app, service)
  serveApiKeys(app, service)
  await deliverChanges(service)
}
