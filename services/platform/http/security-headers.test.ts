import { expect, it } from 'vitest'
import { testApp } from './test-app.ts'

const policyOf = async (url: string) => {
  const app = testApp()
  app.get('/*', (_request, reply) => reply.send(''))
  return String((await app.inject({ url })).headers['content-security-policy'])
}

it('only the worker of DuckDB may compile WebAssembly', async () => {
  expect(await policyOf('/assets/duckdb-browser-eh.worker-hQa-dcAV.js')).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
  )
  for (const url of [
    '/',
    '/data',
    '/assets/index-1.js',
    '/assets/read-worker-1.js',
    '/assets/x/duckdb-a.worker-1.js',
  ]) {
    const policy = await policyOf(url)
    expect(policy, url).toContain("default-src 'self'")
    expect(policy, url).not.toContain('eval')
  }
})
