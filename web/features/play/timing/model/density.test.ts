import { describe, expect, it } from 'vitest'
import { densityOf } from './timeline.ts'

describe('notes per second', () => {
  it('become bars up to the next point; silence leaves a gap', () => {
    const density = densityOf(
      [
        { x: 0.1, y: 0.5 },
        { x: 0.2, y: 0 },
        { x: 0.3, y: 1 },
        { x: 0.4, y: 0.25 },
      ],
      200,
    )
    expect([...(density?.from ?? [])]).toEqual([20, 60, 80])
    expect([...(density?.to ?? [])].map(Math.round)).toEqual([40, 80, 100])
    expect([...(density?.heights ?? [])]).toEqual([0.5, 1, 0.25])
  })

  it('end with the song', () => {
    const density = densityOf(
      [
        { x: 0.7, y: 1 },
        { x: 0.9, y: 1 },
      ],
      100,
    )
    expect(density?.to[1]).toBe(100)
  })

  it('never exceed the plot, whatever a client sends', () => {
    const density = densityOf(
      [
        { x: 0, y: 4 },
        { x: 0.5, y: 8 },
      ],
      100,
    )
    expect([...(density?.heights ?? [])]).toEqual([0.5, 1])
  })

  it('are null when empty', () => {
    expect(densityOf([{ x: 0, y: 0 }], 90)).toBeNull()
    expect(densityOf([], 90)).toBeNull()
  })
})
