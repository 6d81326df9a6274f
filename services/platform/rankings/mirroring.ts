import type { Generation } from '@stepledger/projections/generation.ts'
import type pg from 'pg'
import type { Redis } from '../redis/ioredis.ts'

/** Shared context of a mirror's steps. */
export interface Mirroring {
  readonly generation: Generation
  readonly name: string
  readonly redis: Redis
  readonly inOwnedTransaction: <T>(work: (tx: pg.PoolClient) => Promise<T>) => Promise<T>
}
