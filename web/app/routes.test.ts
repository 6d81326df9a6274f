import { siteAddresses } from '@stepledger/contracts/http/site-address.ts'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError, loadChunk, routesOf } from './routes.tsx'

function addressesOf(list: readonly RouteObject[], before = ''): string[] {
  return list.flatMap(({ path, children }) => {
    const address = path === undefined ? before : `${before}/${path}`.replace(/\/+/g, '/')
    return children ? addressesOf(children, address) : [address.replace(/(.)\/$/, '$1')]
  })
}

it("the app's routes are those that the server knows", () => {
  const routes = routesOf(() => () => null)
  const pages = addressesOf(routes).filter((address) => address !== '/*')
  expect(pages.toSorted()).toEqual(siteAddresses.toSorted())
})

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
