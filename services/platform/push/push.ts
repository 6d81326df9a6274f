import { z } from 'zod'

/**
 * What processes tell each other, after the read model holds it. A lost message costs freshness, never truth.
 * - folded: the projector committed a batch: the checkpoint it moved to, and what changed
 * - switched: another generation is live: anyone who keeps anything of the one before must ask again
 * - standings: an event's standings, or what is said of it, changed
 * - player: something of an account that pages show has changed (alias, picture, country)
 */
export const notice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folded'),
    generation: z.int(),
    /** The next offset of each partition that moved. */
    checkpoints: z.array(z.tuple([z.int(), z.int()])),
    plays: z.array(z.object({ playId: z.int(), chart: z.string(), player: z.string() })),
    withdrawn: z.array(z.object({ playId: z.int(), chart: z.string(), player: z.string() })),
    /**
     * Players whose rivals changed, who were erased, or whose plays were judged by what a pack says of their charts.
     */
    players: z.array(z.string()),
    /** Charts whose metadata changed. */
    charts: z.array(z.string()),
    /** Packs that changed. */
    packs: z.array(z.int()),
  }),
  z.object({ kind: z.literal('switched'), generation: z.int() }),
  z.object({ kind: z.literal('standings'), generation: z.int(), slug: z.string() }),
  z.object({ kind: z.literal('player'), player: z.string() }),
])
export type Notice = z.infer<typeof notice>

/** Carries notices between the parts of the system, in no order worth relying on. */
export interface Push {
  publish(notice: Notice): void
  /**
   * `onLost` is called when notices may have been missed: anyone who keeps something must drop it. Returns how to stop.
   */
  subscribe(onNotice: (notice: Notice) => void, onLost: () => void): () => void
  close(): Promise<void>
}
