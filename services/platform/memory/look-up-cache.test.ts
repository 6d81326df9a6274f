import { describe, expect, it } from 'vitest'
import { lookUpCache } from './look-up-cache.ts'

interface Answer {
  id: string
}
const answers = () => lookUpCache<Answer>(10, 60_000, (answer, id) => answer.id === id)

/** A look-up whose responses the test triggers. */
function pending() {
  let answer: (found: Answer | null) => void = () => {}
  let asked = 0
  const found = new Promise<Answer | null>((resolve) => {
    answer = resolve
  })
  const find = () => {
    asked += 1
    return found
  }
  return { find, answer: (value: Answer | null) => answer(value), asked: () => asked }
}

describe('the look-up cache', () => {
  it('looks up a key once, also for concurrent requests', async () => {
    const kept = answers()
    const lookUp = pending()
    const both = Promise.all([kept.get('k', lookUp.find), kept.get('k', lookUp.find)])
    lookUp.answer({ id: 'a' })
    expect(await both).toEqual([{ id: 'a' }, { id: 'a' }])
    expect(await kept.get('k', lookUp.find)).toEqual({ id: 'a' })
    expect(lookUp.asked()).toBe(1)
  })

  it('does not cache missing entries and errors', async () => {
    const kept = answers()
    expect(await kept.get('k', async () => null)).toBeNull()
    await expect(kept.get('k', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await kept.get('k', async () => ({ id: 'a' }))).toEqual({ id: 'a' })
  })

  it('looks up only invalidated keys again', async () => {
    const kept = answers()
    await kept.get('a', async () => ({ id: 'a' }))
    await kept.get('b', async () => ({ id: 'b' }))
    kept.forget('a')
    expect(await kept.get('a', async () => null)).toBeNull()
    expect(await kept.get('b', async () => null)).toEqual({ id: 'b' })
  })

  it('neither shares nor caches look-ups that were running during an invalidation, because they may be outdated', async () => {
    const kept = answers()
    const early = pending()
    const first = kept.get('a', early.find)
    kept.forget('a')
    expect(await kept.get('a', async () => null)).toBeNull()
    early.answer({ id: 'a' })
    expect(await first).toEqual({ id: 'a' })
    expect(await kept.get('a', async () => null)).toBeNull()
  })
})
