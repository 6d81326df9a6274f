import { z } from 'zod'

/** Granted permissions: `packs.upload` allows uploading song packs, `ledger.operate` operating the ledger. */
export const permission = z.enum(['packs.upload', 'ledger.operate'])
export type Permission = z.infer<typeof permission>
