import { temporaryPostgres } from './services.ts'

/**
 * Runs once before all tests: starts the one Postgres that they share, each test file in a database of its own
 * (postgresForTests). The workers inherit the address through the environment.
 */
export default async function startServices(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const { url, stop } = await temporaryPostgres()
  process.env.TEST_DATABASE_URL = url
  return stop
}
