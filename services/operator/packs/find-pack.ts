import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import { z } from 'zod'
import { CommandFailedError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

const found = z.array(z.object({ id: z.number() }))

/** The id of a pack, given its id or its name. Throws CommandFailedError. */
export async function findPack({ database }: Pick<Store, 'database'>, nameOrId: string): Promise<number> {
  const id = /^[1-9]\d{0,14}$/.test(nameOrId) ? Number(nameOrId) : null
  const { rows } = await database.pool.query(
    'SELECT id FROM catalogue.packs WHERE key = $1 OR id = $2 ORDER BY key <> $1 LIMIT 1',
    [packKey(nameOrId), id],
  )
  const [pack] = found.parse(rows)
  if (!pack) throw new CommandFailedError(`There is no pack ${printable(nameOrId)}.`)
  return pack.id
}
