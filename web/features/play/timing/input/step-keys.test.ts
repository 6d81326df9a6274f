import { describe, expect, it } from 'vitest'
import { stepAfterKey } from './keys.ts'

describe('keyboard navigation of the steps', () => {
  it('moves by a step, by a twentieth of the play, or to its ends', () => {
    expect(stepAfterKey('ArrowRight', 4, 1000)).toBe(5)
    expect(stepAfterKey('ArrowLeft', 4, 1000)).toBe(3)
    expect(stepAfterKey('PageUp', 4, 1000)).toBe(54)
    expect(stepAfterKey('PageDown', 104, 1000)).toBe(54)
    expect(stepAfterKey('Home', 4, 1000)).toBe(0)
    expect(stepAfterKey('End', 4, 1000)).toBe(999)
  })

  it('stops at the ends', () => {
    expect(stepAfterKey('ArrowRight', 7, 8)).toBe(7)
    expect(stepAfterKey('PageDown', 3, 8)).toBe(0)
  })

  it('starts at the end that the key moves away from', () => {
    expect(stepAfterKey('ArrowRight', null, 8)).toBe(0)
    expect(stepAfterKey('ArrowLeft', null, 8)).toBe(7)
  })

  it('ignores other keys and plays without steps', () => {
    expect(stepAfterKey('Tab', 3, 8)).toBeNull()
    expect(stepAfterKey('Home', null, 0)).toBeNull()
  })
})
