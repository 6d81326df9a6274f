import { describe, expect, it } from 'vitest'
import { type Page, type PageRequest, pageCache } from './page-cache.ts'

/** Invariant 23: a kept page is dropped by the message that is pushed, and never served below an asked position. */
describe('the page cache', () => {
  const chart: PageRequest = { key: 'chart a', about: ['chart:a'], position: null, checkpoints: [5] }
  const page = (text: string, tags: string[] = []): Page => ({ bytes: Buffer.from(text), tags })
  const cache = () => pageCache({ maxBytes: 1_000_000, maxAge: 30_000 })
  const must = () => Promise.reject(new Error('rendered again'))

  /** A rendering that ends when told. */
  function slowly() {
    let finish = (_page: Page) => {}
    const promise = new Promise<Page>((resolve) => {
      finish = resolve
    })
    return { render: () => promise, finish: (done: Page) => finish(done) }
  }

  it('renders once for all who ask at the same time, and keeps it', async () => {
    const pages = cache()
    const slow = slowly()

    const first = pages.get(chart, slow.render)
    const second = pages.get(chart, must)
    slow.finish(page('one'))

    expect(String(await first)).toBe('one')
    expect(String(await second)).toBe('one')
    expect(String(await pages.get(chart, must))).toBe('one')
  })

  it('gives a kept page at once', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one'))

    expect(pages.get(chart, must)).toEqual(Buffer.from('one'))
  })

  it('drops what a notice makes old, by what the page is about and by what it turned out to show', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one', ['name:p']))

    pages.drop(['name:p'])

    expect(String(await pages.get(chart, async () => page('two')))).toBe('two')
    pages.drop(['chart:b'])
    expect(String(await pages.get(chart, must))).toBe('two')
    pages.drop(['chart:a'])
    expect(String(await pages.get(chart, async () => page('three')))).toBe('three')
  })

  it('given a rendering that read before a change, keeps nothing when the notice comes before it ends', async () => {
    const pages = cache()
    const slow = slowly()
    const old = pages.get(chart, slow.render)

    pages.drop(['name:p'])
    slow.finish(page('old', ['name:p']))
    expect(String(await old)).toBe('old')

    expect(String(await pages.get(chart, async () => page('new')))).toBe('new')
  })

  it('gives nobody who asks after a change the rendering that began before it', async () => {
    const pages = cache()
    const slow = slowly()
    const early = pages.get(chart, slow.render)

    pages.drop(['chart:a'])
    const late = pages.get(chart, async () => page('new'))
    slow.finish(page('old'))

    expect(String(await late)).toBe('new')
    expect(String(await early)).toBe('old')
    expect(String(await pages.get(chart, must))).toBe('new')
  })

  it('never serves a page that was read before the position that is asked for', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('at 5'))
    const wants = (offset: number): PageRequest => ({
      ...chart,
      position: { partition: 0, offset },
      checkpoints: [offset + 1],
    })

    expect(String(await pages.get(wants(4), must))).toBe('at 5')
    expect(String(await pages.get(wants(5), async () => page('at 6')))).toBe('at 6')
    expect(String(await pages.get(wants(4), must))).toBe('at 6')
  })

  it('given two renderings of one page, keeps neither that a change overtook', async () => {
    const pages = cache()
    const before = slowly()
    const after = slowly()
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

  it('drops everything, also what is being read, when notices may have been lost', async () => {
    const pages = cache()
    await pages.get(chart, async () => page('one'))
    const slow = slowly()
    const other = pages.get({ ...chart, key: 'chart b' }, slow.render)

    pages.dropAll()
    slow.finish(page('old'))
    await other

    expect(String(await pages.get(chart, async () => page('two')))).toBe('two')
    expect(String(await pages.get({ ...chart, key: 'chart b' }, async () => page('new')))).toBe('new')
  })

  it('throws what rendering throws to all who wait, and tries again for the next', async () => {
    const pages = cache()
    const failing = () => Promise.reject(new Error('no such chart'))

    await expect(pages.get(chart, failing)).rejects.toThrow('no such chart')
    expect(String(await pages.get(chart, async () => page('one')))).toBe('one')
  })
})
