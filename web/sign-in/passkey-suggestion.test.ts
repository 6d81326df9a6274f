import { describe, expect, it } from 'vitest'
import {
  dismissedKey,
  dismissSuggestion,
  skippedKey,
  skipSetup,
  wasDismissed,
} from './passkey-suggestion.tsx'

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

describe('the passkey suggestion', () => {
  it('is hidden for seven days after a dismissal', () => {
    const box = storage()
    expect(wasDismissed(box, now)).toBe(false)
    dismissSuggestion(box, now)
    expect([wasDismissed(box, now), wasDismissed(box, now + 7 * days - 1)]).toEqual([true, true])
    expect(wasDismissed(box, now + 7 * days)).toBe(false)
  })

  it('ignores invalid and future dismissal times', () => {
    const box = storage()
    box.setItem(dismissedKey, 'yesterday')
    expect(wasDismissed(box, now)).toBe(false)
    dismissSuggestion(box, now + days)
    expect(wasDismissed(box, now)).toBe(false)
  })

  it('stores a flag when skipped after registering', () => {
    const box = storage()
    skipSetup(box)
    expect(box.kept.get(skippedKey)).toBe('true')
  })

  it('works without storage', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    const box = { getItem: forbidden, setItem: forbidden }
    dismissSuggestion(box, now)
    expect(wasDismissed(box, now)).toBe(false)
  })
})
