import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notFound } from '../../platform/http/http-error.ts'
import { testApp } from '../../platform/http/test-app.ts'
import { serveWebsite } from './website.ts'

const script = 'console.log("the app")'

/** A website of one page and one script, which also exists gzipped. */
async function prepare() {
  const dir = await mkdtemp(join(tmpdir(), 'stepledger-website-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'index.html'), '<!doctype html><head><title>Stepledger</title></head>')
  await writeFile(join(dir, 'assets/app-1.js'), script)
  await writeFile(join(dir, 'assets/app-1.js.gz'), gzipSync(script))
  const app = testApp()
  const readCard = async () => {
    throw notFound('Not found')
  }
  await serveWebsite(app, {
    dir,
    publicUrl: 'http://localhost:8080',
    readCard,
    findByAlias: async () => null,
  })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

describe('the website', () => {
  it('sends assets compressed if the browser accepts it, with a matching Vary header', async () => {
    const get = await prepare()
    const plain = await get('/assets/app-1.js')
    const zipped = await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined])
    expect([zipped.rawPayload, zipped.headers['content-encoding']]).toEqual([gzipSync(script), 'gzip'])
    const { etag } = zipped.headers
    const same = await get('/assets/app-1.js', { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })
    expect(same.statusCode).toBe(304)
    for (const { headers } of [plain, zipped, same])
      expect(headers).toMatchObject({
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      })
  })

  it('sends its page to browsers only, with a matching Vary header', async () => {
    const get = await prepare()
    const html = { accept: 'text/html' }
    for (const url of ['/', '/profile']) {
      const page = await get(url, html)
      expect([page.statusCode, page.headers.vary]).toEqual([200, 'accept, accept-encoding'])
    }
    expect((await get('/')).json()).toEqual({ message: 'OK' })
    expect((await get('/')).headers.vary).toBe('accept')
    expect((await get('/profile')).statusCode).toBe(404)
  })

  it('sends its page with 200 at the addresses of the app, and with 404 at others', async () => {
    const get = await prepare()
    const html = { accept: 'text/html' }
    for (const url of ['/charts', '/charts/', '/user?x=/y', '/chart', '/pack', '/pack-uploader'])
      expect([url, (await get(url, html)).statusCode]).toEqual([url, 200])
    for (const url of ['/settings', '/pack/1/2', '/chartsx', '/wp-login.php', '//']) {
      const page = await get(url, html)
      expect([url, page.statusCode, page.headers.vary]).toEqual([url, 404, 'accept'])
      expect(page.body).toContain('noindex')
    }
  })
})
