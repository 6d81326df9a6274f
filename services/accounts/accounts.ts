import type { FastifyInstance } from 'fastify'
import { serveApiKeys } from './api-keys.ts'
import { serveAutocomplete } from './autocomplete.ts'
import type { AccountsDeps } from './deps.ts'
import { serveLogin } from './login.ts'
import { deliverChanges } from './outbox.ts'
import { serveOwnAccount } from './own-account.ts'
import { serveRegister } from './register.ts'
import { accountsDatabase } from './tables.ts'

/** Who you are: registers the routes of accounts. `migrateAccounts` comes before. */
export async function accounts(app: FastifyInstance, deps: AccountsDeps): Promise<void> {
  const service = { ...deps, db: accountsDatabase(deps.database) }
  serveRegister(app, service)
  serveLogin(app, service)
  serveOwnAccount(app, service)
  serveAutocomplete(app, service)
  serveApiKeys(app, service)
  await deliverChanges(service)
}
