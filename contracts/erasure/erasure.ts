import { z } from 'zod'
import { type Decided, type Decider, streamKind } from '../decider.ts'

const erasureState = z.object({ version: z.int(), offset: z.int(), erased: z.boolean() })

const decider: Decider<z.infer<typeof erasureState>, { readonly type: 'erase' }, Decided<'PlayerErased'>> = {
  initial: { version: 0, offset: -1, erased: false },
  evolve: (state) => (state.erased ? state : { ...state, erased: true }),
  decide: ({ erased }) =>
    erased
      ? { code: 'erased', message: 'This player was erased already' }
      : [{ type: 'PlayerErased', data: {} }],
}

/** Whether each player was erased; a stream is the player's id. */
export const erasure = streamKind({
  name: 'erasure',
  types: ['PlayerErased'],
  state: erasureState,
  decider,
  streamOf: ({ key }) => key,
  eventKeyOf: (stream) => stream,
})
