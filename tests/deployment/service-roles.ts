import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ServiceName, serviceNames } from '@stepledger/services/chosen-services.ts'
import pg from 'pg'
import { superuserPostgres } from '../../scripts/services/superuser-postgres.ts'
import { runLedger } from '../system/ledger-command.ts'
import { root } from './compose-file.ts'

/** A database as the compose file prepares it. */
export interface DatabaseWithRoles {
  /** Of the superuser, who owns it. */
  readonly url: string
  /** The address of a service's role. */
  urlOf(service: ServiceName): string
  /** Runs deployment/roles.sql once more, with the same passwords by default. */
  makeRoles(passwordOf?: (service: ServiceName) => string): Promise<void>
  stop(): Promise<void>
}

/**
 * A Postgres of one's own in which `ledger migrate` has made the tables, and deployment/roles.sql a role for each
 * service.
 */
export async function databaseWithRoles(): Promise<DatabaseWithRoles> {
  const { url, stop } = await superuserPostgres()
  // The ledger is in Kafka there: what a migration does not need is not asked.
  const LEDGER_URL = 'kafka://127.0.0.1:9092/none'
  const { code, err } = await runLedger('/nonexistent', ['migrate'], { DATABASE_URL: url, LEDGER_URL })
  if (code !== 0) throw new Error(`ledger migrate: ${err}`)
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

/** As the compose file does it: the passwords are settings of the connection. */
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
