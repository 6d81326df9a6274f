import { describe, expect, it } from 'vitest'
import { type CachedPage, type PageRequest, pageCache } from './page-cache.ts'

/** Invariant 23: a push notice invalidates a cached page, and no page is served from before the requested position. */
describe('the page cache', () => {
  const chart: PageRequest = { key: 'chart a', about: ['chart:a'], position: null, checkpoints: [5] }
  const page = (text: string, tags: string[] = []): CachedPage => ({ bytes: Buffer.from(text), tags })
  const cache = () => pageCache({ maxBytes: 1_000_000, maxAge: 30_000 })
  const mustHit = () => Promise.reject(new Error('rendered again'))

  /** A rendering that resolves when `finish` is called. */
  function deferred() {
    let finish = (_page: CachedPage) => {}
    const promise = new Promise<CachedPage>((resolve) => {
      finish = resolve
    })
    return { render: () => promise, finish: (done: CachedPage) => finish(done) }
  }

  it('coalesces concurrent requests into one rendering and caches it', async () => {
    const pages = cache()
    const slow = deferred()

    const first = pages.get(chart, slow.render)
    const second = pages.get(chart, mustHit)
    slow.finish(page('one'))

    expect(String(await first)).toBe('one')
    expect(String(await second)).toBe('one')
    expect(String(await pages.get(chart, mustHit))).toBe('one')
  })

  it('returns a cached page synchronously', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one'))

    expect(pages.get(chart, mustHit)).toEqual(Buffer.from('one'))
  })

  it('invalidates a page by the tags known before rendering and by those of the rendered page', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one', ['name:p']))

    pages.drop(['name:p'])

    expect(String(await pages.get(chart, async () => page('two')))).toBe('two')
    pages.drop(['chart:b'])
    expect(String(await pages.get(chart, mustHit))).toBe('two')
    pages.drop(['chart:a'])
    expect(String(await pages.get(chart, async () => page('three')))).toBe('three')
  })

  it('does not cache a rendering that was invalidated while it ran', async () => {
    const pages = cache()
    const slow = deferred()
    const old = pages.get(chart, slow.render)

    pages.drop(['name:p'])
    slow.finish(page('old', ['name:p']))
    expect(String(await old)).toBe('old')

    expect(String(await pages.get(chart, async () => page('new')))).toBe('new')
  })

  it('does not share a rendering that began before an invalidation with later requests', async () => {
    const pages = cache()
    const slow = deferred()
    const early = pages.get(chart, slow.render)

    pages.drop(['chart:a'])
    const late = pages.get(chart, async () => page('new'))
    slow.finish(page('old'))

    expect(String(await late)).toBe('new')
    expect(String(await early)).toBe('old')
    expect(String(await pages.get(chart, mustHit))).toBe('new')
  })

  it('never serves a page that was read before the requested position', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('at 5'))
    const requestAt = (offset: number): PageRequest => ({
      ...chart,
      position: { partition: 0, offset },
      checkpoints: [offset + 1],
    })

    expect(String(await pages.get(requestAt(4), mustHit))).toBe('at 5')
    expect(String(await pages.get(requestAt(5), async () => page('at 6')))).toBe('at 6')
    expect(String(await pages.get(requestAt(4), mustHit))).toBe('at 6')
  })

  it('caches neither of two renderings of one page that were both invalidated', async () => {
    const pages = cache()
    const before = deferred()
    const after = deferred()
    const early = pages.get(chart, before.render)
    const late = pages.get(
      { ...chart, position: { partition: 0, offset: 5 }, checkpoints: [6] },
      after.render,
    )

    pages.drop(['chart:a'])
    after.finish(page('older'))
    before.finish(page('oldest'))
    await Promise.all([early, late])

    expect(String(await pages.get(chart, async () => page('new')))).toBe('new')
  })

  it('evicts everything, including running renderings, when notices may have been lost', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one'))
    const slow = deferred()
    const other = pages.get({ ...chart, key: 'chart b' }, slow.render)

    pages.dropAll()
    slow.finish(page('old'))
    await other

    expect(String(await pages.get(chart, async () => page('two')))).toBe('two')
    expect(String(await pages.get({ ...chart, key: 'chart b' }, async () => page('new')))).toBe('new')
  })

  it('rejects all waiting requests with the error of the rendering, and does not cache it', async () => {
    const pages = cache()
    const failing = () => Promise.reject(new Error('no such chart'))

    await expect(pages.get(chart, failing)).rejects.toThrow('no such chart')
    expect(String(await pages.get(chart, async () => page('one')))).toBe('one')
  })
})
