import { describe, expect, it } from 'vitest'
import { dismissedKey, dismissSuggestion, skippedKey, skipSetup, wasDismissed } from './suggestion.ts'

const days = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 0, 10)

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
}

describe('the suggestion of a passkey', () => {
  it('rests for seven days after it was dismissed', () => {
    const box = storage()
    expect(wasDismissed(box, now)).toBe(false)
    dismissSuggestion(box, now)
    expect([wasDismissed(box, now), wasDismissed(box, now + 7 * days - 1)]).toEqual([true, true])
    expect(wasDismissed(box, now + 7 * days)).toBe(false)
  })

  it('does not rest for what is no time, or one that is still to come', () => {
    const box = storage()
    box.setItem(dismissedKey, 'yesterday')
    expect(wasDismissed(box, now)).toBe(false)
    dismissSuggestion(box, now + days)
    expect(wasDismissed(box, now)).toBe(false)
  })

  it('that was skipped after registering leaves a flag', () => {
    const box = storage()
    skipSetup(box)
    expect(box.kept.get(skippedKey)).toBe('true')
  })

  it('goes on where storage is forbidden', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    const box = { getItem: forbidden, setItem: forbidden }
    dismissSuggestion(box, now)
    expect(wasDismissed(box, now)).toBe(false)
  })
})
