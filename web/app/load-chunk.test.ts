import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError, loadChunk } from './routes.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a lazy chunk loads, fails or times out', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page')
  await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(ChunkError)
  const never = expect(loadChunk(() => new Promise(() => {}))).rejects.toThrow(
    'The page took too long to load.',
  )
  await vi.advanceTimersByTimeAsync(15_000)
  await never
})
