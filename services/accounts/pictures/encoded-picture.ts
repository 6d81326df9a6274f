import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { z } from 'zod'

/** A picture of a player, or why there is none, for the player. */
export const encodedPicture = z.union([z.object({ jpeg: bytes }), z.object({ refused: z.string() })])
export type EncodedPicture = z.infer<typeof encodedPicture>
