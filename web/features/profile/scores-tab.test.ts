import { describe, expect, it } from 'vitest'
import { addressOfView, viewFrom } from './scores-tab.ts'

const from = (query: string) => viewFrom(new URLSearchParams(query))

describe('the lists of a profile in the address', () => {
  it('start with the recent plays, and take what they do not know as the default', () => {
    expect(from('')).toEqual({ tab: 'recent', grade: null })
    expect(from('tab=other&grade=Z')).toEqual({ tab: 'recent', grade: null })
    expect(from('tab=firsts&grade=quad')).toEqual({ tab: 'firsts', grade: 'quad' })
  })

  it('show bests where a grade is chosen, as the recent plays have none', () => {
    expect(from('grade=S')).toEqual({ tab: 'best', grade: 'S' })
    expect(from('tab=recent&grade=S')).toEqual({ tab: 'recent', grade: null })
    expect(String(addressOfView(from(''), { grade: 'S' }, new URLSearchParams('page=3')))).toBe(
      'tab=best&grade=S',
    )
  })

  it('forget the grade and the page with the tab, and keep other parameters', () => {
    const address = new URLSearchParams('tab=best&grade=S&page=2&search=bus&lb=EX')
    expect(String(addressOfView(viewFrom(address), { tab: 'recent' }, address))).toBe('search=bus&lb=EX')
    expect(String(addressOfView(viewFrom(address), { grade: null }, address))).toBe(
      'tab=best&search=bus&lb=EX',
    )
  })
})
