import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer } from '../system/client.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('a visit in these tests', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('sees nothing of an earlier visit, though it reuses the browser context', async () => {
    const { token } = await newPlayer(site.url, 'ada')
    const first = await site.visit('/privacy', { token, theme: 'winter' })
    await first.getByRole('button', { name: 'ada' }).waitFor()
    await first.evaluate(() => {
      localStorage.setItem('mark', 'local')
      sessionStorage.setItem('mark', 'session')
      Object.assign(window, { mark: 'window' })
    })
    await first.context().addCookies([{ name: 'mark', value: 'cookie', url: site.url }])
    const kept = await first.context().newPage()
    await first.route('**/api/health', (route) => route.abort())
    await first.setViewportSize({ width: 700, height: 500 })
    expect(await site.endVisits()).toEqual([])
    expect(kept.isClosed()).toBe(true)

    const second = await site.visit('/privacy')
    expect(second).toBe(first)
    await second.getByRole('link', { name: 'Login' }).waitFor()
    const left = await second.evaluate(async () => ({
      local:
        localStorage.getItem('mark') ?? localStorage.getItem('authToken') ?? localStorage.getItem('theme'),
      session: sessionStorage.getItem('mark'),
      cookie: document.cookie.includes('mark'),
      window: 'mark' in window,
      theme: document.documentElement.dataset.theme,
      answered: (await fetch('/api/health')).status,
      width: window.innerWidth,
    }))
    expect(left).toEqual({
      local: null,
      session: null,
      cookie: false,
      window: false,
      theme: undefined,
      answered: 200,
      width: 1280,
    })
  })

  it('gets a new browser context when it was prepared before the first request', async () => {
    const prepared = await site.visit('/privacy', {}, (page) =>
      page.addInitScript(() => Object.assign(window, { mark: 'script' })),
    )
    expect(await prepared.evaluate(() => 'mark' in window)).toBe(true)
    await site.endVisits()
    const next = await site.visit('/privacy')
    expect(next).not.toBe(prepared)
    expect(await next.evaluate(() => 'mark' in window)).toBe(false)
  })
})
