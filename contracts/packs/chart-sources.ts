import { z } from 'zod'
import { type Decided, type Decider, type Recorded, streamKind } from '../decider.ts'
import type { ChartSourcesDecided } from './events.ts'

type Source = ChartSourcesDecided['data']['sources'][number]

/**
 * The charts of a pack that wait for a decision. Whether one waits depends on other packs too, so the fold keeps only the
 * version here, and `waiting` is read from the read model of sources.
 */
const chartSourcesState = z.object({
  version: z.int(),
  offset: z.int(),
  waiting: z.array(z.string()),
})

interface DecideSources {
  readonly type: 'accept' | 'refuse'
  readonly packId: number
  /** The deciding player; null for an operator. */
  readonly by: string | null
  readonly sources: readonly Source[]
}

type State = z.infer<typeof chartSourcesState>
type Event = Decided<'ChartSourcesDecided'>

const decider: Decider<State, DecideSources, Event> = {
  initial: { version: 0, offset: -1, waiting: [] },
  evolve(state: State, { data: { sources } }: Event & Recorded): State {
    const decided = new Set(sources.map(sourceKey))
    return { ...state, waiting: state.waiting.filter((source) => !decided.has(source)) }
  },
  decide({ waiting }, { type, packId, by, sources }) {
    const open = new Set(waiting)
    if (sources.length === 0 || !sources.every((source) => open.has(sourceKey(source))))
      return {
        code: 'not-waiting',
        message: "These charts have changed, or aren't yours to decide. Reload the page.",
      }
    return [
      {
        type: 'ChartSourcesDecided',
        data: { packId, accepted: type === 'accept', by, sources: [...sources] },
      },
    ]
  },
}

/** Decisions about the charts of each pack that waited for one; a stream is the pack's id. */
export const chartSources = streamKind({
  name: 'chart sources',
  types: ['ChartSourcesDecided'],
  state: chartSourcesState,
  decider,
  streamOf: ({ key }) => key,
  eventKeyOf: (stream) => stream,
})

/** Equal for the same version of the same chart of a song. */
export function sourceKey({ songId, hash, content }: Source): string {
  return `${songId} ${hash} ${content}`
}
