import { expect, it, onTestFinished, vi } from 'vitest'
import { postgresForTests } from '../../../scripts/services.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { awaitDatabase } from './await-database.ts'

it('waits for a database that does not answer, with one line, and refuses one that is wrong', async () => {
  const postgres = await postgresForTests()
  const line = await proxyTo(postgres.url)
  onTestFinished(async () => {
    await line.close()
    await postgres.stop()
  })
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const log = { info: write, warn: write, error: write }
  const { signal } = new AbortController()
  await line.refuse()

  const waiting = awaitDatabase(line.url, log, signal)
  await vi.waitUntil(() => lines.length === 1, { timeout: 60_000 })
  await line.accept()
  await waiting
  expect(lines).toEqual([
    expect.stringMatching(
      /^DATABASE_URL: waiting for Postgres at 127\.0\.0\.1:\d+\/\S+: connect ECONNREFUSED/,
    ),
    expect.stringMatching(/^Postgres at 127\.0\.0\.1:\d+\/\S+ answers$/),
  ])
  const missing = new URL(line.url)
  missing.pathname = '/nowhere'
  await expect(awaitDatabase(missing.href, log, signal)).rejects.toThrow(
    /^DATABASE_URL: Postgres at \S+\/nowhere refuses the connection: database "nowhere" does not exist$/,
  )
})
