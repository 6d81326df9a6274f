import { profilePage } from '@stepledger/contracts/http/players.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { type LinkServer, publicUrl, startLinkServer } from './link-server.ts'
import { openPage, openPicture, tagsOf } from './open-link.ts'

const hostile = `<img/src=x/onerror=alert(1)>"'&</title>`
const longest = '水曜日'.repeat(16)
let server: LinkServer
let ada: Player
const api = (path: string) => call(`${server.url}/api${path}`)
const rename = (alias: string) =>
  call(`${server.url}/api/user`, { method: 'PUT', token: ada.token, body: { alias } })

beforeAll(async () => {
  server = await startLinkServer()
  ada = await newPlayer(server.url, 'ada')
  const { playId } = await submit(server.url, ada, playBody({ seed: 31, skill: 0.9 }))
  await vi.waitUntil(async () => (await api(`/play/${playId}`)).status === 200, { timeout: 30_000 })
})
afterAll(() => server.stop())

describe('a player with several aliases', () => {
  it('is found by every alias, with a redirect to the address with the id', async () => {
    for (const alias of ['Ada/Ω', longest, 'Grace']) expect((await rename(alias)).status).toBe(200)
    for (const alias of ['ada', 'Ada/Ω', 'aDA/ω', longest, 'Grace', 'GRACE']) {
      const answer = await api(`/user/${encodeURIComponent(alias)}?limit=1`)
      expect(profilePage.parse(answer.body)).toMatchObject({ id: ada.id, alias: 'Grace' })
      const path = `/user/${encodeURIComponent(alias)}?lb=EX`
      const sent = await fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
      expect([sent.status, sent.headers.get('location')]).toEqual([302, `/user/${ada.id}?lb=EX`])
      const tags = tagsOf((await openPage(server, path)).html)
      expect([tags.get('og:title'), tags.get('og:url')]).toEqual(['Grace', `${publicUrl}/user/${ada.id}`])
    }
    expect((await api('/user/nobody')).body).toMatchObject({ error: 'User not found' })
  })

  it('redirects only within this host, whatever the alias', async () => {
    for (const alias of ['//evil.example', '/\\evil.example', 'https:/evil.example']) {
      expect((await rename(alias)).status).toBe(200)
      const path = `/user/${encodeURIComponent(alias)}`
      const sent = await fetch(server.url + path, { redirect: 'manual' })
      expect([sent.status, sent.headers.get('location')]).toEqual([302, `/user/${ada.id}`])
    }
  })
})

describe('an alias that contains HTML', () => {
  beforeAll(async () => {
    expect((await rename(hostile)).status).toBe(200)
  })

  it('is escaped in link cards and shown in their pictures', async () => {
    const { html } = await openPage(server, `/user/${ada.id}`)
    expect(tagsOf(html).get('og:title')).toBe(hostile)
    expect(html).not.toContain('<img')
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect((await openPicture(server, tagsOf(html).get('og:image') ?? '')).status).toBe(200)
  })

  it('is not in the sitemap, which contains ids', async () => {
    const files = ['/sitemap.xml', '/sitemap/players.xml', '/robots.txt']
    for (const file of files) {
      const text = await (await fetch(server.url + file)).text()
      expect(text).not.toContain('onerror')
    }
    expect(await (await fetch(`${server.url}/sitemap/players.xml`)).text()).toContain(ada.id)
  })

  it("is data in every answer: JSON that browsers don't render as a page", async () => {
    for (const path of ['/blueshift', `/user/${ada.id}`, `/user/${encodeURIComponent(hostile)}`]) {
      const { status, headers } = await fetch(`${server.url}/api${path}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})
