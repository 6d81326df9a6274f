import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { migrateAll } from '@stepledger/services/migrate-all.ts'
import { silentLog } from '@stepledger/services/platform/log/log.ts'
import { type ServiceName, serviceNames } from '@stepledger/services/service-names.ts'
import pg from 'pg'
import { superuserPostgres } from '../../scripts/services/superuser-postgres.ts'
import { root } from './compose-file.ts'

/** A database prepared like that of the compose file. */
export interface DatabaseWithRoles {
  /** Address with the superuser, who owns the database. */
  readonly url: string
  /** Address with the role of a service. */
  urlOf(service: ServiceName): string
  /** Runs deployment/roles.sql again, with the same passwords by default. */
  makeRoles(passwordOf?: (service: ServiceName) => string): Promise<void>
  stop(): Promise<void>
}

/** A Postgres with the tables of `ledger migrate` and the roles of deployment/roles.sql. */
export async function databaseWithRoles(): Promise<DatabaseWithRoles> {
  const { url, stop } = await superuserPostgres()
  // The ledger is in Kafka.
  await migrateAll({ ownerUrl: url, databaseUrl: url, log: silentLog }, { ledgerUrl: 'kafka://none' })
  const secret = randomBytes(12).toString('hex')
  const passwordOf = (service: ServiceName) => `${service}${secret}`
  await makeRoles(url, passwordOf)
  return {
    url,
    stop,
    urlOf(service) {
      const address = new URL(url)
      address.username = `stepledger_${service}`
      address.password = passwordOf(service)
      return address.href
    },
    makeRoles: (other = passwordOf) => makeRoles(url, other),
  }
}

/** Passwords are settings of the connection, as in the compose file. */
async function makeRoles(url: string, passwordOf: (service: ServiceName) => string): Promise<void> {
  const options = serviceNames.map((name) => `-c stepledger.${name}_password=${passwordOf(name)}`)
  const owner = new pg.Client({ connectionString: url, options: options.join(' ') })
  await owner.connect()
  try {
    await owner.query(await readFile(new URL('deployment/roles.sql', root), 'utf8'))
  } finally {
    await owner.end()
  }
}
