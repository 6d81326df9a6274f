import { randomBytes } from 'node:crypto'
import { startOwn } from './services/find-server.ts'
import { kafka } from './services/kafka.ts'
import { redis } from './services/redis.ts'
import { s3 } from './services/s3.ts'
import { startServiceBroker } from './services/service-broker.ts'
import { dropDatabase, temporaryPostgres } from './services.ts'

const onDemand = [kafka, redis, s3]

/**
 * Runs once before all tests: starts the shared Postgres, where each test file gets its own database
 * (postgresForTests), and the broker that starts other servers on demand. Workers get the addresses through the
 * environment, and the name of the template that readyPostgres makes.
 */
export default async function startServices(): Promise<() => Promise<void>> {
  // Called for each lane of a run.
  if (process.env.TEST_READY_DATABASE) return async () => {}
  const template = `stepledger_ready_${randomBytes(4).toString('hex')}`
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? null : await temporaryPostgres()
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url
  process.env.TEST_READY_DATABASE = template
  const broker = await startServiceBroker(async (name) => {
    const kind = onDemand.find((kind) => kind.name === name)
    if (!kind) throw new Error(`unknown service: ${name}`)
    return startOwn(kind)
  })
  return async () => {
    await broker.close()
    await postgres?.stop()
    if (given && URL.canParse(given)) await dropDatabase(given, template)
  }
}
