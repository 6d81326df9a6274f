import { describe, expect, it } from 'vitest'
import { pageFrom, pageWindow, rowRange } from './pagination.tsx'

describe('the pager', () => {
  it('shows all of a few pages', () => {
    expect(pageWindow(1, 3)).toEqual([1, 2, 3])
    expect(pageWindow(2, 2)).toEqual([1, 2])
  })

  it('shows the first, the last and two either side of the current', () => {
    expect(pageWindow(1, 9)).toEqual([1, 2, 3, null, 9])
    expect(pageWindow(5, 9)).toEqual([1, null, 3, 4, 5, 6, 7, null, 9])
    expect(pageWindow(9, 9)).toEqual([1, null, 7, 8, 9])
  })

  it('has no ellipsis without a gap', () => {
    expect(pageWindow(4, 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('formats the row range of a page', () => {
    expect(rowRange(1, 25, 214)).toBe('1–25 of 214')
    expect(rowRange(9, 25, 214)).toBe('201–214 of 214')
  })

  it('parses the page, with 1 for invalid values', () => {
    expect(pageFrom('7')).toBe(7)
    for (const text of [null, '', '0', '-1', '1.5', 'x', '99999999']) expect(pageFrom(text)).toBe(1)
  })
})
