import { operationsPart } from '@stepledger/contracts/push/messages.ts'
import { z } from 'zod'

const playOfNotice = z.object({ playId: z.int(), chart: z.string(), player: z.string() })

/** What a batch changed. Besides the checkpoints, a list per kind of change, which is empty unless given. */
const foldedNotice = z.object({
  kind: z.literal('folded'),
  generation: z.int(),
  /** The next offset of each partition that advanced. */
  checkpoints: z.array(z.tuple([z.int(), z.int()])).default([]),
  plays: z.array(playOfNotice).default([]),
  withdrawn: z.array(playOfNotice).default([]),
  /** Withdrawn plays that count again. */
  reinstated: z.array(playOfNotice).default([]),
  /** Players who were erased, or whose plays were verified against charts of a pack. */
  players: z.array(z.string()).default([]),
  /** Players for whom something changed that only they may know: their rivals, their notifications. */
  privately: z.array(z.string()).default([]),
  /** Charts whose metadata changed. */
  charts: z.array(z.string()).default([]),
  packs: z.array(z.int()).default([]),
})

/**
 * Notices between processes, published after the commit to the read model. A lost notice causes stale data, never wrong
 * data.
 * - folded: the projector committed a batch: the new checkpoint, and what changed
 * - switched: another generation is live: caches of the previous one must be invalidated
 * - standings: the standings or the document of a competition changed
 * - operations: what the page of operators shows changed, besides what other notices tell
 * - player: account data shown on pages changed (alias, picture, country); `countries`: whose boards changed with it
 */
export const notice = z.discriminatedUnion('kind', [
  foldedNotice,
  z.object({ kind: z.literal('switched'), generation: z.int() }),
  z.object({ kind: z.literal('standings'), generation: z.int(), slug: z.string() }),
  z.object({ kind: z.literal('operations'), about: operationsPart }),
  z.object({ kind: z.literal('player'), player: z.string(), countries: z.array(z.int()).optional() }),
])
export type Notice = z.infer<typeof notice>

/** The changes of a batch by kind, as in a notice. */
export type FoldedChanges = Omit<z.infer<typeof foldedNotice>, 'kind' | 'generation' | 'checkpoints'>

type FoldedContent = Omit<z.infer<typeof foldedNotice>, 'kind' | 'generation'>

/** The notice of a committed batch. A missing field means no change. */
export function noticeOfFold(generation: number, content: Partial<FoldedContent> = {}): Notice {
  return foldedNotice.parse({ kind: 'folded', generation, ...content })
}

/** The port of publish/subscribe: carries notices between processes, without ordering guarantees. */
export interface Push {
  publish(notice: Notice): void
  /**
   * `onLost` is called when notices may have been missed, so that caches must be invalidated. Returns the unsubscribe
   * function.
   */
  subscribe(onNotice: (notice: Notice) => void, onLost: () => void): () => void
  close(): Promise<void>
}
