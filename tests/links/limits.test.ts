import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LinkServer, startLinkServer } from './link-server.ts'

let server: LinkServer
beforeAll(async () => {
  server = await startLinkServer({ RATE_LIMITS: 'on', RATE_LIMIT_READ: '20/60' })
})
afterAll(async () => server.stop())

const nobody = '00000000-0000-4000-8000-000000000000'

const open = async (path: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

it('link pages count as reads: above the limit the page has no card data, and Retry-After', async () => {
  const statuses = []
  for (let n = 0; n < 20; n += 1) statuses.push((await open(`/play/${1_000_000 + n}`)).status)
  expect(new Set(statuses)).toEqual(new Set([404]))

  for (const path of ['/play/1', '/chart/0123456789abcdef', `/user/${nobody}`, '/pack/1']) {
    const { status, headers, html } = await open(path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 429, 'text/html; charset=utf-8'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain('<div id="root">')
    expect(html).not.toContain('og:')
  }
  expect((await fetch(`${server.url}/picture/play/1.png`)).status).toBe(429)
  expect((await fetch(`${server.url}/sitemap.xml`)).status).toBe(429)
})

it('pages without database access are not counted', async () => {
  for (const path of ['/', '/help', '/play/nonsense']) {
    const { html } = await open(path)
    expect(html).toContain('<div id="root">')
  }
  expect((await open('/help')).status).toBe(200)
})
