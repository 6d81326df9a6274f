import type { SubmitAnswer } from '@stepledger/contracts/http/game.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { type LinkServer, publicUrl, startLinkServer } from './link-server.ts'
import { openPage, openPicture, tagsOf } from './open-link.ts'

let server: LinkServer
let ada: Player
let sent: SubmitAnswer
const body = {
  ...playBody({ seed: 21, skill: 0.9 }),
  songName: `Fish & Chips <script>alert("1")</script> $& $1 'n' 冥`,
  artist: 'DJ "Quotes"',
}

beforeAll(async () => {
  server = await startLinkServer()
  ada = await newPlayer(server.url, 'ada')
  sent = await submit(server.url, ada, body)
  await folded(sent)
})
afterAll(async () => server.stop())

/** Waits until the play is folded: the answer to a submission may come earlier. */
const folded = ({ playId }: SubmitAnswer) =>
  vi.waitUntil(async () => (await call(`${server.url}/api/play/${playId}`)).status === 200, {
    timeout: 30_000,
  })

const open = (path: string, accept?: string) => openPage(server, path, accept)
const picture = (address: string) => openPicture(server, address)

describe('the link page of a play', () => {
  it('is the same for chat clients, which accept any content type', async () => {
    const path = `/play/${sent.playId}`
    expect(await open(path, '*/*')).toEqual(await open(path))
  })

  it('has player, chart and the score on every board in its card', async () => {
    const { status, html, type } = await open(`/play/${sent.playId}`)

    expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
    const tags = tagsOf(html)
    expect(tags.get('og:title')).toBe(`ada on ${body.songName}`)
    for (const { type: board, score } of sent.boards)
      expect(tags.get('og:description')).toContain(`${board} ${score}%`)
    expect(tags.get('description')).toBe(tags.get('og:description'))
    expect(tags.get('og:url')).toBe(`${publicUrl}/play/${sent.playId}`)
    expect(tags.get('twitter:card')).toBe('summary_large_image')
    expect(html).toContain('<div id="root">')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
  })

  it('is sent compressed if the browser accepts it', async () => {
    const get = (encoding: string) =>
      fetch(`${server.url}/play/${sent.playId}`, { headers: { 'accept-encoding': encoding } })
    const [plain, compressed] = [await get('identity'), await get('br')]
    expect([plain.headers.get('content-encoding'), compressed.headers.get('content-encoding')]).toEqual([
      null,
      'br',
    ])
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toBe('accept-encoding')
    expect(await compressed.text()).toBe(await plain.text())
  })

  it('escapes texts of players', async () => {
    const { html } = await open(`/play/${sent.playId}`)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain(
      '<title>ada on Fish &amp; Chips &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; $1',
    )
    expect(html.match(/<\/head>/g)).toHaveLength(1)
  })

  it('has a picture with an immutable address', async () => {
    const address = tagsOf((await open(`/play/${sent.playId}`)).html).get('og:image') ?? ''
    expect(address).toMatch(new RegExp(`^${publicUrl}/picture/play/${sent.playId}\\.png\\?v=[0-9a-f]{12}$`))

    const { status, headers, bytes } = await picture(address)

    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const other = await picture(address.replace(/v=.*/, 'v=000000000000'))
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(other.bytes.equals(bytes)).toBe(true)
  })

  it('shows the board of the link first, in the text and large on the picture', async () => {
    const plain = tagsOf((await open(`/play/${sent.playId}`)).html)
    const itg = tagsOf((await open(`/play/${sent.playId}?lb=money`)).html)
    const [, , scored] = sent.boards
    expect(itg.get('og:description')).toMatch(new RegExp(`^ITG ${scored?.score}%`))
    const address = itg.get('og:image') ?? ''
    expect(address).toMatch(/\.png\?v=[0-9a-f]{12}&lb=ITG$/)
    const [one, other] = [await picture(plain.get('og:image') ?? ''), await picture(address)]
    expect([other.status, other.headers.get('cache-control')]).toEqual([
      200,
      one.headers.get('cache-control'),
    ])
    expect(other.bytes.equals(one.bytes)).toBe(false)
    const odd = tagsOf((await open(`/play/${sent.playId}?lb=nothing&lb=x`)).html)
    expect(odd.get('og:image')).toBe(plain.get('og:image'))
  })

  it("is the app's page with 404 for an unknown play", async () => {
    for (const path of ['/play/987654', '/play/abc', '/play/-1']) {
      const { status, html } = await open(path)
      expect([path, status]).toEqual([path, 404])
      expect(html).toContain('<div id="root">')
      expect(tagsOf(html).get('robots')).toBe('noindex')
      expect(tagsOf(html).has('og:image')).toBe(false)
    }
    expect((await picture(`${server.url}/picture/play/987654.png`)).status).toBe(404)
    expect((await picture(`${server.url}/picture/play/${sent.playId}.jpg`)).status).toBe(404)
  })

  it('disappears with the play', async () => {
    const gone = await submit(server.url, ada, playBody({ seed: 22 }))
    const { playId } = gone
    await folded(gone)
    expect((await open(`/play/${playId}`)).status).toBe(200)
    await call(`${server.url}/api/play/${playId}`, { method: 'DELETE', token: ada.token })
    await expect.poll(async () => (await open(`/play/${playId}`)).status).toBe(404)
  })
})

describe('the link page of a session', () => {
  it('sums up the session of the play in its address, and its picture changes with a play more', async () => {
    const cleo = await newPlayer(server.url, 'cleo')
    const first = await submit(server.url, cleo, { ...playBody({ seed: 31 }), songName: 'First Song' })
    await folded(first)
    const path = `/session/${first.playId}`
    const before = tagsOf((await open(path)).html)
    expect(before.get('og:title')).toMatch(/^cleo: \w+day (Morning|Afternoon|Evening|Night)$/)
    expect(before.get('og:description')).toMatch(
      /^\w+day, .*\. 1 play in .*, [\d,]+ steps, 0 bests\. First Song: HardEX .*%/,
    )
    expect(before.get('og:url')).toBe(publicUrl + path)
    const address = before.get('og:image') ?? ''
    expect(address).toMatch(
      new RegExp(`^${publicUrl}/picture/session/${first.playId}\\.png\\?v=[0-9a-f]{12}$`),
    )
    const { status, bytes } = await picture(address)
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })

    await folded(await submit(server.url, cleo, playBody({ seed: 32 })))

    await expect
      .poll(async () => tagsOf((await open(path)).html).get('og:description'), { timeout: 30_000 })
      .toContain('2 plays in')
    expect(tagsOf((await open(path)).html).get('og:image')).not.toBe(address)
    expect((await open('/session/987654')).status).toBe(404)
  })
})

describe('the link pages of charts and players', () => {
  it("a chart's card names the leaders of its boards, and its picture changes with them", async () => {
    const before = tagsOf((await open(`/chart/${body.hash}`)).html)
    expect(before.get('og:title')).toBe(body.songName)
    expect(before.get('og:description')).toMatch(/1 play, 1 player on the boards\. HardEX .*% .* by ada/)
    expect((await picture(before.get('og:image') ?? '')).status).toBe(200)

    const ben = await newPlayer(server.url, 'ben')
    await folded(await submit(server.url, ben, { ...playBody({ seed: 23, skill: 0.99 }), hash: body.hash }))
    await expect
      .poll(async () => tagsOf((await open(`/chart/${body.hash}`)).html).get('og:description'))
      .toContain('by ben')
    const after = tagsOf((await open(`/chart/${body.hash}`)).html)
    expect(after.get('og:image')).not.toBe(before.get('og:image'))
  })

  it("a player's card has the number of plays and the last ones", async () => {
    const tags = tagsOf((await open(`/user/${ada.id}`)).html)
    expect(tags.get('og:type')).toBe('profile')
    expect(tags.get('og:title')).toBe('ada')
    expect(tags.get('og:description')).toContain('1 play.')
    expect((await picture(tags.get('og:image') ?? '')).status).toBe(200)
  })

  it('unknown players and charts are 404', async () => {
    for (const path of [
      '/chart/00000000000000ff',
      '/chart/nope',
      '/user/00000000-0000-4000-8000-000000000000',
      '/user/nobody',
    ]) {
      expect([path, (await open(path)).status]).toEqual([path, 404])
    }
  })

  it('every other page is the one of the build', async () => {
    for (const path of ['/', '/charts', '/user', '/help']) {
      const { status, html } = await open(path)
      expect([path, status, tagsOf(html).get('description')]).toEqual([
        path,
        200,
        'The description of every page.',
      ])
    }
  })
})

describe('data for search engines', () => {
  const text = async (path: string) => {
    const response = await fetch(`${server.url}${path}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

  it('robots.txt names the sitemap, whose files list every chart and player', async () => {
    expect((await text('/robots.txt')).text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    const index = await text('/sitemap.xml')
    expect(index.type).toBe('application/xml; charset=utf-8')
    const files = addresses(index.text)
    expect(files).toEqual(
      ['pages', 'charts', 'packs', 'players'].map((name) => `${publicUrl}/sitemap/${name}.xml`),
    )
    const listed = []
    for (const file of files)
      listed.push(...addresses((await text((file ?? '').replace(publicUrl, ''))).text))
    expect(listed).toContain(`${publicUrl}/chart/${body.hash}`)
    expect(listed).toContain(`${publicUrl}/user/${ada.id}`)
    expect(listed).toContain(`${publicUrl}/help`)
  })

  it('a file that the sitemap index does not name is 404', async () => {
    expect((await text('/sitemap/charts.xml?after=0123456789abcdef')).status).toBe(404)
    expect((await text('/sitemap/players.xml?after=x&after=y')).status).toBe(404)
  })
})
