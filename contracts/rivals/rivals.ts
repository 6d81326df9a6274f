import { z } from 'zod'
import { type Decided, type Decider, type Recorded, streamKind } from '../decider.ts'
import { digestOf } from '../digest.ts'
import { maxRivals } from './max-rivals.ts'

/** Whom a player follows. `rivals`: since when, ms since 1970, by digest of the rival's id. */
const rivalsState = z.object({
  version: z.int(),
  offset: z.int(),
  rivals: z.record(z.string(), z.int()),
})
type RivalsState = z.infer<typeof rivalsState>

export interface ChangeRival {
  readonly type: 'follow' | 'unfollow'
  readonly rivalId: string
}

type Event = Decided<'RivalAdded' | 'RivalRemoved'>

const decider: Decider<RivalsState, ChangeRival, Event> = {
  initial: { version: 0, offset: -1, rivals: {} },
  evolve(state: RivalsState, { type, data, at }: Event & Recorded): RivalsState {
    const rival = digestOf('player', data.rivalId)
    const { [rival]: since, ...others } = state.rivals
    if ((since !== undefined) === (type === 'RivalAdded')) return state
    return { ...state, rivals: type === 'RivalAdded' ? { ...others, [rival]: at } : others }
  },
  decide({ rivals }, { type, rivalId }) {
    const isRival = digestOf('player', rivalId) in rivals
    if (type === 'unfollow')
      return isRival
        ? [{ type: 'RivalRemoved', data: { rivalId } }]
        : { code: 'not-a-rival', message: 'This player is not a rival' }
    if (isRival) return { code: 'a-rival', message: 'This player is a rival already' }
    if (Object.keys(rivals).length >= maxRivals)
      return { code: 'too-many', message: `You can have up to ${maxRivals} rivals` }
    return [{ type: 'RivalAdded', data: { rivalId } }]
  },
}

/** The rivals of each player; a stream is the player's id. */
export const rivals = streamKind({
  name: 'rivals',
  types: ['RivalAdded', 'RivalRemoved'],
  state: rivalsState,
  decider,
  streamOf: ({ key }) => key,
  eventKeyOf: (stream) => stream,
})
