import { describe, expect, it, vi } from 'vitest'
import { type CachedBody, compressor } from '../platform/http/compress.ts'
import { type PageCache, type PageRequest, pageCache, type RenderedPage } from './page-cache.ts'

/** Invariant 23: a push notice invalidates a cached page, and no page is served from before the requested position. */
describe('the page cache', () => {
  const chart: PageRequest = { key: 'chart a', about: ['chart:a'], position: null, checkpoints: [5] }
  const page = (text: string, tags: string[] = []): RenderedPage => ({ bytes: Buffer.from(text), tags })
  const limits = { maxPages: 100, maxBytes: 1_000_000, maxAge: 30_000 }
  const cache = () => pageCache(limits)
  const mustHit = () => Promise.reject(new Error('rendered again'))

  const read = (pages: PageCache, request: PageRequest, render: () => Promise<RenderedPage>) =>
    pages.get(request.key, request.position) ?? pages.render(request, render)

  const text = async (body: CachedBody | Promise<CachedBody>) => String((await body).bytes)

  /** A rendering that resolves when `finish` is called. */
  function deferred() {
    let finish = (_page: RenderedPage) => {}
    const promise = new Promise<RenderedPage>((resolve) => {
      finish = resolve
    })
    return { render: () => promise, finish: (done: RenderedPage) => finish(done) }
  }

  it('coalesces concurrent requests into one rendering and caches it', async () => {
    const pages = cache()
    const slow = deferred()

    const first = read(pages, chart, slow.render)
    const second = read(pages, chart, mustHit)
    slow.finish(page('one'))

    expect(await text(first)).toBe('one')
    expect(await text(second)).toBe('one')
    expect(await text(read(pages, chart, mustHit))).toBe('one')
  })

  it('does not cache a page that is not to be cached', async () => {
    const pages = cache()
    const [first, second] = [
      read(pages, chart, async () => ({ ...page('half'), uncached: true })),
      read(pages, chart, mustHit),
    ]
    expect([await text(first), await text(second)]).toEqual(['half', 'half'])

    expect(await text(read(pages, chart, async () => page('whole')))).toBe('whole')
    expect(await text(read(pages, chart, mustHit))).toBe('whole')
  })

  it('returns a cached page synchronously', async () => {
    const pages = cache()
    await read(pages, chart, async () => page('one'))

    expect(read(pages, chart, mustHit)).toMatchObject({ bytes: Buffer.from('one') })
  })

  it('invalidates a page by the tags known before rendering and by those of the rendered page', async () => {
    const pages = cache()
    await read(pages, chart, async () => page('one', ['name:p']))

    pages.drop(['name:p'])

    expect(await text(read(pages, chart, async () => page('two')))).toBe('two')
    pages.drop(['chart:b'])
    expect(await text(read(pages, chart, mustHit))).toBe('two')
    pages.drop(['chart:a'])
    expect(await text(read(pages, chart, async () => page('three')))).toBe('three')
  })

  it('does not cache a rendering that was invalidated while it ran', async () => {
    const pages = cache()
    const slow = deferred()
    const old = read(pages, chart, slow.render)

    pages.drop(['name:p'])
    slow.finish(page('old', ['name:p']))
    expect(await text(old)).toBe('old')

    expect(await text(read(pages, chart, async () => page('new')))).toBe('new')
  })

  it('does not share a rendering that began before an invalidation with later requests', async () => {
    const pages = cache()
    const slow = deferred()
    const early = read(pages, chart, slow.render)

    pages.drop(['chart:a'])
    const late = read(pages, chart, async () => page('new'))
    slow.finish(page('old'))

    expect(await text(late)).toBe('new')
    expect(await text(early)).toBe('old')
    expect(await text(read(pages, chart, mustHit))).toBe('new')
  })

  it('never serves a page that was read before the requested position', async () => {
    const pages = cache()
    await read(pages, chart, async () => page('at 5'))
    const requestAt = (offset: number): PageRequest => ({
      ...chart,
      position: { partition: 0, offset },
      checkpoints: [offset + 1],
    })

    expect(await text(read(pages, requestAt(4), mustHit))).toBe('at 5')
    expect(await text(read(pages, requestAt(5), async () => page('at 6')))).toBe('at 6')
    expect(await text(read(pages, requestAt(4), mustHit))).toBe('at 6')
  })

  it('caches neither of two renderings of one page that were both invalidated', async () => {
    const pages = cache()
    const before = deferred()
    const after = deferred()
    const early = read(pages, chart, before.render)
    const late = read(
      pages,
      { ...chart, position: { partition: 0, offset: 5 }, checkpoints: [6] },
      after.render,
    )

    pages.drop(['chart:a'])
    after.finish(page('older'))
    before.finish(page('oldest'))
    await Promise.all([early, late])

    expect(await text(read(pages, chart, async () => page('new')))).toBe('new')
  })

  it('evicts everything, including running renderings, when notices may have been lost', async () => {
    const pages = cache()
    await read(pages, chart, async () => page('one'))
    const slow = deferred()
    const other = read(pages, { ...chart, key: 'chart b' }, slow.render)

    pages.dropAll()
    slow.finish(page('old'))
    await other

    expect(await text(read(pages, chart, async () => page('two')))).toBe('two')
    expect(await text(read(pages, { ...chart, key: 'chart b' }, async () => page('new')))).toBe('new')
  })

  it('rejects all waiting requests with the error of the rendering, and does not cache it', async () => {
    const pages = cache()
    const failing = () => Promise.reject(new Error('no such chart'))

    await expect(read(pages, chart, failing)).rejects.toThrow('no such chart')
    expect(await text(read(pages, chart, async () => page('one')))).toBe('one')
  })

  const renderPages = async (pages: PageCache, count: number, tags: string[] = []) => {
    for (let i = 0; i < count; i++) await read(pages, { ...chart, key: `${i}` }, async () => page('{}', tags))
  }

  it('evicts the least recently used page above the maximum number of pages', async () => {
    const pages = cache()
    await renderPages(pages, 100)
    await read(pages, { ...chart, key: '0' }, mustHit)
    await read(pages, { ...chart, key: 'another' }, async () => page('{}'))

    expect(pages.size().pages).toBe(100)
    expect(await text(read(pages, { ...chart, key: '1' }, async () => page('again')))).toBe('again')
  })

  it('counts the memory of a page besides its body', async () => {
    const pages = pageCache({ ...limits, maxPages: 10_000 })
    await renderPages(pages, 2_000, ['name:p', 'name:q'])

    // A page without content takes 3 KB of the heap.
    expect(pages.size().pages).toBeLessThan(limits.maxBytes / 3_000)
    expect(pages.size().bytes).toBeLessThanOrEqual(limits.maxBytes)
  })

  it('evicts a page that is too old, even if nobody requests it', async () => {
    const pages = pageCache({ ...limits, maxAge: 5 })
    await renderPages(pages, 10)

    await vi.waitUntil(() => pages.size().pages === 0, { timeout: 30_000, interval: 5 })
    expect(pages.size().bytes).toBe(0)
  })

  it('compresses a cached page once, and counts its compressed forms', async () => {
    const pages = cache()
    const long = '{"hash":"0123456789abcdef"},'.repeat(1_000)
    const body = await read(pages, chart, async () => page(long))
    const before = pages.size().bytes
    const compress = compressor()

    const forms = await Promise.all([body.encoded('br', compress), body.encoded('br', compress)])
    const hit = await read(pages, chart, mustHit)

    expect(await hit.encoded('br', compress)).toBe(forms[0])
    expect(forms[1]).toBe(forms[0])
    expect(pages.size()).toEqual({ pages: 1, bytes: before + (forms[0]?.length ?? 0) })
    pages.drop(['chart:a'])
    expect(pages.size()).toEqual({ pages: 0, bytes: 0 })
  })

  it('does not bring back a page that was invalidated while it was compressed', async () => {
    const pages = cache()
    const body = await read(pages, chart, async () => page('a'.repeat(10_000)))
    const compressing = body.encoded('gzip', compressor())

    pages.drop(['chart:a'])
    await compressing

    expect(pages.size()).toEqual({ pages: 0, bytes: 0 })
  })
})
