import { z } from 'zod'

/**
 * Permissions beyond those of every player:
 * - packs.upload: upload song packs
 * - ledger.operate: watch and run the ledger
 */
export const permission = z.enum(['packs.upload', 'ledger.operate'])
export type Permission = z.infer<typeof permission>
