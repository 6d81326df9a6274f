import { z } from 'zod'
import { type Decided, type Decider, type Recorded, streamKind } from '../decider.ts'

/** Why a play does not count. `wipe`: the one that can be undone; null: it is withdrawn permanently. */
const withdrawn = z.object({ wipe: z.string().nullable() })
type Withdrawn = z.infer<typeof withdrawn>

const withdrawalState = z.object({ version: z.int(), offset: z.int(), withdrawn: withdrawn.nullable() })
type WithdrawalState = z.infer<typeof withdrawalState>

/** `wipe`: can be undone. */
export type WithdrawalCommand = { readonly playId: number } & (
  | {
      readonly type: 'withdraw'
      readonly by: 'player' | 'operator'
      readonly reason: string | null
      readonly wipe?: string
    }
  | { readonly type: 'reinstate'; readonly wipe: string }
)

type Event = Decided<'PlayWithdrawn' | 'PlayReinstated'>

/** `wipe`: null of a permanent withdrawal. */
type Change = { readonly wipe: string | null; readonly reinstates: boolean }

/**
 * Whether a change has an effect on a play, which is withdrawn, or null if it counts. A permanent withdrawal takes
 * precedence over a wipe, and only the wipe that withdrew a play can be undone.
 */
export function takesEffect(before: Withdrawn | null, { wipe, reinstates }: Change): boolean {
  if (reinstates) return before !== null && before.wipe === wipe
  return before === null || (before.wipe !== null && wipe === null)
}

const decider: Decider<WithdrawalState, WithdrawalCommand, Event> = {
  initial: { version: 0, offset: -1, withdrawn: null },
  evolve(state: WithdrawalState, { type, data }: Event & Recorded): WithdrawalState {
    const change = { wipe: data.wipe ?? null, reinstates: type === 'PlayReinstated' }
    if (!takesEffect(state.withdrawn, change)) return state
    return { ...state, withdrawn: change.reinstates ? null : { wipe: change.wipe } }
  },
  decide({ withdrawn: before }, command) {
    const { playId, wipe = null } = command
    const reinstates = command.type === 'reinstate'
    if (!takesEffect(before, { wipe, reinstates }))
      return reinstates
        ? { code: 'not-of-wipe', message: 'This wipe does not withdraw the play any more' }
        : { code: 'withdrawn', message: 'This play has been withdrawn already' }
    if (command.type === 'reinstate')
      return [{ type: 'PlayReinstated', data: { playId, wipe: command.wipe } }]
    const { by, reason } = command
    return [{ type: 'PlayWithdrawn', data: { playId, by, reason, ...(wipe !== null && { wipe }) } }]
  },
}

/** Whether each play is withdrawn. */
export const withdrawal = streamKind({
  name: 'withdrawal',
  types: ['PlayWithdrawn', 'PlayReinstated'],
  state: withdrawalState,
  decider,
  streamOf: ({ key, data }) => withdrawalStream(key, data.playId),
  eventKeyOf: (stream) => stream.slice(0, stream.indexOf(' ')),
})

export function withdrawalStream(player: string, playId: number): string {
  return `${player} ${playId}`
}
