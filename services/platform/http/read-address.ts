import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { parseInput } from './parse-input.ts'

/** Addresses whose input is cached, per route, and their maximum length, characters. */
const maxAddresses = 500
const maxLength = 300

/** The parsed address of a request. Requests share it, so it is frozen. */
export interface AddressInput<Params extends Shape, Query extends Shape> {
  readonly params: z.output<Params>
  readonly query: z.output<Query>
}

/**
 * Returns the validator of a route's params and query; it throws 400 if they are invalid. Both depend on the address
 * alone, so they are cached: validation was a sixth of the CPU of a cached page.
 */
export function addressReader<Params extends Shape, Query extends Shape>(
  route: Route<Params, Query>,
): (request: FastifyRequest) => AddressInput<Params, Query> {
  const cached = new LRUCache<string, AddressInput<Params, Query>>(lazyCapacity(maxAddresses))
  return ({ url, params, query }) => {
    const known = cached.get(url)
    if (known) return known
    const input = {
      params: parseInput(route.params, params, 'params'),
      query: parseInput(route.query, query, 'query'),
    }
    Object.freeze(input.params)
    Object.freeze(input.query)
    if (url.length <= maxLength) cached.set(url, input)
    return input
  }
}
