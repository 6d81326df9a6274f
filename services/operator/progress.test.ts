import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { showProgress } from './output.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  const stream = new PassThrough({ encoding: 'utf8' })
  stream.on('data', (text: string) => written.push(text))
  let at = 0
  const progress = showProgress(Object.assign(stream, { isTTY }), () => at)
  return {
    progress,
    text: () => written.join(''),
    at(ms: number, done: number) {
      at = ms
      progress.show({ what: 'Building generation 2', done, of: 50_000, unit: 'events' })
    },
  }
}

describe('progress', () => {
  it('is a line now and then in a log', () => {
    const { at, text, progress } = screen(false)
    for (let second = 0; second <= 25; second++) at(second * 1_000, second * 1_000)
    progress.clear()

    expect(text()).toBe(
      [
        'Building generation 2: 10,000 of 50,000 events, 1,000 a second, 40 s left\n',
        'Building generation 2: 20,000 of 50,000 events, 1,000 a second, 30 s left\n',
      ].join(''),
    )
  })

  it('is a bar on a terminal, with counts, pace and time left, and leaves nothing behind', () => {
    const { at, text, progress } = screen(true)
    at(0, 0)
    at(100_000, 25_000)
    progress.clear()

    expect(text()).toContain('Building generation 2 ────────────────────────')
    expect(text()).toContain('━━━━━━━━━━━━──────────── 50 %')
    expect(text()).toContain('25,000 of 50,000 events, 250 a second, 1 min 40 s left')
  })

  it('shows progress without a total on a terminal, too', () => {
    const { progress, text } = screen(true)
    progress.show({ what: 'Comparing plays' })
    progress.clear()

    expect(text()).toBe('Comparing plays\r\x1b[K')
  })
})
