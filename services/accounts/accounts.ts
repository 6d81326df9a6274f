import type { FastifyInstance } from 'fastify'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { serveHistory } from './audit.ts'
import { deliverChanges } from './changed-players-outbox.ts'
import type { Accounts, AccountsDeps } from './deps.ts'
import { serveDeviceLinks, sweepDeviceLinks } from './device-links.ts'
import { serveDownload } from './download/download.ts'
import { makeDownloads } from './download/make-downloads.ts'
import { ownDataChannel } from './erasure/erase-player.ts'
import { eraseDuePlayers, serveErasure } from './erasure/erasure.ts'
import { serveChangeEmail, serveConfirmEmail } from './mail/change-email.ts'
import { countLinks, serveCheckMailLink } from './mail/links.ts'
import { serveResetPassword, serveVerifyEmail } from './mail/prove-address.ts'
import { sendMails } from './mail/send-mails.ts'
import { sendWeeklyMails, serveNotificationSettings } from './notifications.ts'
import { operatorActionsWork, serveOperatorAudit } from './operations/operator-audit.ts'
import { serveFindPlayers, serveOperatedPlayers } from './operations/serve-operated-players.ts'
import { serveApiKeys } from './own-api-keys.ts'
import { serveAddPasskey, serveOwnPasskeys } from './passkeys/own-passkeys.ts'
import { serveSignInByPasskey } from './passkeys/use-passkey.ts'
import { servePictures, sweepPictures } from './pictures/pictures.ts'
import { serveAutocomplete } from './players/search-aliases.ts'
import {
  serveCountries,
  serveOwnAccount,
  servePublishedData,
  serveUpdateUser,
} from './profile/own-account.ts'
import { readDeviceKey, signedDevices } from './sign-in/devices.ts'
import { passwords } from './sign-in/passwords.ts'
import { serveProveIdentity } from './sign-in/prove-identity.ts'
import { serveOwnSessions } from './sign-in/sessions.ts'
import { serveLogin, serveOperatorTokens, serveRegister } from './sign-in/sign-in.ts'
import { accountsDatabase } from './tables.ts'

/** Registers the routes of accounts and starts its background work. Needs the tables of `migrateAccounts`. */
export async function accounts(app: FastifyInstance, deps: AccountsDeps): Promise<void> {
  const db = accountsDatabase(deps.database)
  const devices = signedDevices({ ...deps, key: await readDeviceKey(db) })
  const service: Accounts = { ...deps, db, devices, passwords: await passwords() }
  countLinks(app, service)
  serveRegister(app, service)
  serveLogin(app, service)
  serveProveIdentity(app, service)
  serveOwnAccount(app, service)
  serveUpdateUser(app, service)
  servePublishedData(app, service)
  serveNotificationSettings(app, service)
  serveCountries(app)
  servePictures(app, service)
  serveOwnSessions(app, service)
  serveAutocomplete(app, service)
  serveApiKeys(app, service)
  await serveDeviceLinks(app, service)
  serveCheckMailLink(app, service)
  serveVerifyEmail(app, service)
  serveResetPassword(app, service)
  serveChangeEmail(app, service)
  serveConfirmEmail(app, service)
  serveAddPasskey(app, service)
  serveSignInByPasskey(app, service)
  serveOwnPasskeys(app, service)
  serveOperatorAudit(app, service)
  serveFindPlayers(app, service)
  serveOperatedPlayers(app, service)
  serveOperatorTokens(app, service)
  await deliverChanges(service)
  await serveOwnData(app, service)
  const workers = [await sendMails(service), await sendWeeklyMails(service)]
  app.addHook('onClose', async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  })
}

/** Serves the history, download and erasure of a player's own data, and starts the worker behind them. */
async function serveOwnData(app: FastifyInstance, accounts: Accounts): Promise<void> {
  serveHistory(app, accounts)
  serveDownload(app, accounts)
  serveErasure(app, accounts)
  const background = await startBackgroundWorker({
    database: accounts.database,
    log: accounts.log,
    lock: advisoryLocks.accounts,
    wokenBy: ownDataChannel,
    works: [
      { about: 'erasures', work: (signal) => eraseDuePlayers(accounts, signal) },
      { about: 'downloads', work: makeDownloads(accounts) },
      { about: 'codes of machines', work: sweepDeviceLinks(accounts) },
      { about: 'orphaned pictures', work: sweepPictures(accounts) },
      { about: 'actions of operators for the ledger', work: operatorActionsWork(accounts) },
    ],
  })
  app.addHook('onClose', () => background.stop())
}
