import type { FastifyInstance } from 'fastify'
import { serveApiKeys } from './api-keys/api-keys.ts'
import { serveHistory } from './audit/history.ts'
import { workInBackground } from './background.ts'
import { deliverChanges } from './changes.ts'
import type { Accounts, AccountsDeps } from './deps.ts'
import { serveDownload } from './download/download.ts'
import { makeDownloads } from './download/make-downloads.ts'
import { eraseDue } from './erasure/erase-due.ts'
import { serveErasure } from './erasure/erasure.ts'
import { serveAutocomplete } from './profile/autocomplete.ts'
import { serveOwnAccount } from './profile/own-account.ts'
import { readDeviceKey, signedDevices } from './sign-in/devices.ts'
import { serveLogin } from './sign-in/login.ts'
import { passwords } from './sign-in/passwords.ts'
import { serveRegister } from './sign-in/register.ts'
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
  serveHistory(app, service)
  serveDownload(app, service)
  serveErasure(app, service)
  await deliverChanges(service)
  const background = await workInBackground(service, [
    { about: 'erasures', work: (signal) => eraseDue(service, signal) },
    { about: 'downloads', work: makeDownloads(service) },
  ])
  app.addHook('onClose', () => background.stop())
}
