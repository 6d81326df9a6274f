import { bytes } from '@stepledger/contracts/events/bytes.ts'
import { z } from 'zod'

/** A player's picture, or the reason of its rejection, for the player. */
export const encodedPicture = z.union([z.object({ jpeg: bytes }), z.object({ refused: z.string() })])
export type EncodedPicture = z.infer<typeof encodedPicture>
