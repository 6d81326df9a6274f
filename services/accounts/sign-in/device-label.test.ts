import { describe, expect, it } from 'vitest'
import { deviceLabel } from './device-label.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('what a browser is called', () => {
  it.each([
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
    [
      'Safari on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Safari on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`,
    ],
  ])('is %s', (label, userAgent) => {
    expect(deviceLabel(userAgent)).toBe(label)
  })

  it('is nothing where nothing can be told, and short whatever is sent', () => {
    expect([deviceLabel(undefined), deviceLabel(''), deviceLabel('?')]).toEqual([null, null, null])
    expect(deviceLabel(`${'x'.repeat(5000)}/1.0 (Linux)`)?.length ?? 0).toBeLessThanOrEqual(100)
  })
})
