import { expect, it } from 'vitest'
import { testApp } from '../http/test-app.ts'
import { serveMetrics } from './serve-metrics.ts'

it('reads each source once for concurrent scrapes, and omits sources that fail', async () => {
  const app = testApp()
  const troubles: unknown[] = []
  let asked = 0
  const counts = async () => `asked ${++asked}\n`
  const away = async () => {
    throw new Error('the database is away')
  }
  serveMetrics(app, [counts, away], (error) => troubles.push(error))

  const answers = await Promise.all([1, 2, 3].map(() => app.inject('/metrics')))

  expect(answers.map(({ body }) => body.trim())).toEqual(['asked 1', 'asked 1', 'asked 1'])
  expect(troubles).toEqual([new Error('the database is away')])
  await app.close()
})
