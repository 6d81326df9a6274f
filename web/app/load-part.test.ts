import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPart, PartError } from './load-part.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a lazy chunk loads, fails or times out', async () => {
  expect(await loadPart(async () => 'page')).toBe('page')
  await expect(loadPart(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(PartError)
  const never = expect(loadPart(() => new Promise(() => {}))).rejects.toThrow(
    'The page took too long to load.',
  )
  await vi.advanceTimersByTimeAsync(15_000)
  await never
})
