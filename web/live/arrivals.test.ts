import { describe, expect, it } from 'vitest'
import { open, settle } from './live-list.tsx'

const keyOf = (row: number) => row
const at = (rows: number[], held = false, list = 'home') => ({ list, rows, keyOf, held })

describe('a live list', () => {
  it('opens without arrivals', () => {
    const shown = open(at([3, 2, 1]))
    expect([shown.rows, shown.fresh.size, shown.waiting]).toEqual([[3, 2, 1], 0, 0])
  })

  it('shows a new row and marks it until the next one', () => {
    const first = settle(open(at([2, 1])), at([3, 2, 1]))
    expect([first.rows, [...first.fresh]]).toEqual([[3, 2, 1], [3]])
    const second = settle(first, at([4, 3, 2, 1]))
    expect([...second.fresh]).toEqual([4])
  })

  it('holds back new rows under a pointer and shows them together', () => {
    const held = settle(open(at([2, 1])), at([3, 2, 1], true))
    expect([held.rows, held.waiting]).toEqual([[2, 1], 1])
    const more = settle(held, at([4, 3, 2], true))
    expect([more.rows, more.waiting]).toEqual([[2, 1], 2])
    const let_go = settle(more, at([4, 3, 2]))
    expect([let_go.rows, let_go.waiting, [...let_go.fresh]]).toEqual([[4, 3, 2], 0, [4, 3]])
  })

  it('removes a withdrawn row without an arrival', () => {
    const shown = settle(open(at([3, 2, 1])), at([3, 1]))
    expect([shown.rows, shown.fresh.size]).toEqual([[3, 1], 0])
  })

  it('resets for another list, such as the next page', () => {
    const shown = settle(open(at([3, 2])), at([9, 8], false, 'page 2'))
    expect([shown.rows, shown.fresh.size, shown.waiting]).toEqual([[9, 8], 0, 0])
  })

  it('returns the same object if unchanged', () => {
    const rows = [2, 1]
    const shown = open(at(rows))
    expect(settle(shown, at(rows))).toBe(shown)
    const newer = [3, 2, 1]
    const held = settle(shown, at(newer, true))
    expect(settle(held, at(newer, true))).toBe(held)
  })
})
