import { siteAddresses } from '@stepledger/contracts/http/site-address.ts'
import type { RouteObject } from 'react-router-dom'
import { expect, it } from 'vitest'
import { routesOf } from './routes.tsx'

function addressesOf(list: readonly RouteObject[], before = ''): string[] {
  return list.flatMap(({ path, children }) => {
    const address = path === undefined ? before : `${before}/${path}`.replace(/\/+/g, '/')
    return children ? addressesOf(children, address) : [address.replace(/(.)\/$/, '$1')]
  })
}

it("the app's routes are those that the server knows", () => {
  const routes = routesOf({
    prefetch: async () => undefined,
    viewing: () => ({ board: 'HardEX', viewer: null }),
  })
  const pages = addressesOf(routes).filter((address) => address !== '/*')
  expect(pages.toSorted()).toEqual(siteAddresses.toSorted())
})
