import { z } from 'zod'

/**
 * What a player can be allowed beyond what every player may:
 * - packs.upload: upload song packs
 * - ledger.operate: watch and run the ledger
 */
export const permission = z.enum(['packs.upload', 'ledger.operate'])
export type Permission = z.infer<typeof permission>
