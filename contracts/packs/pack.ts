import { z } from 'zod'
import { type Decided, type Decider, type Recorded, streamKind } from '../decider.ts'
import { digestOf } from '../digest.ts'

/** `owner`: digest of the player who may upload it again; null: operators only. */
const packState = z.object({
  version: z.int(),
  offset: z.int(),
  /** Null before its first upload. */
  name: z.string().nullable(),
  owner: z.string().nullable(),
  /** In the lists: processed and not removed. */
  listed: z.boolean(),
})
type PackState = z.infer<typeof packState>

type PackCommand = { readonly packId: number } & (
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'remove' }
  | { readonly type: 'passOn'; readonly owner: string | null }
)

/** Uploads are facts and not decided: the id of a pack is issued to its first uploader (services/catalogue). */
type Event = Decided<'PackUploaded' | 'PackProcessed' | 'PackRenamed' | 'PackRemoved' | 'PackOwnerChanged'>

const ownerDigest = (player: string | null) => (player === null ? null : digestOf('uploader', player))

const decider: Decider<PackState, PackCommand, Event> = {
  initial: { version: 0, offset: -1, name: null, owner: null, listed: false },
  evolve(state: PackState, { type, data }: Event & Recorded): PackState {
    switch (type) {
      case 'PackUploaded':
        return state.name === null ? { ...state, name: data.name, owner: ownerDigest(data.uploader) } : state
      case 'PackProcessed':
        return { ...state, name: data.name, listed: true }
      case 'PackRenamed':
        return { ...state, name: data.name }
      case 'PackRemoved':
        return { ...state, listed: false }
      case 'PackOwnerChanged':
        return { ...state, owner: ownerDigest(data.owner) }
    }
  },
  decide({ name, owner, listed }, command) {
    const { packId } = command
    switch (command.type) {
      case 'rename':
        return name === command.name
          ? { code: 'unchanged', message: `Pack ${packId} is called so already` }
          : [{ type: 'PackRenamed', data: { packId, name: command.name } }]
      case 'remove':
        return listed
          ? [{ type: 'PackRemoved', data: { packId } }]
          : { code: 'not-listed', message: `Pack ${packId} is not in the lists` }
      case 'passOn':
        return owner === ownerDigest(command.owner)
          ? { code: 'unchanged', message: `Pack ${packId} belongs to this player already` }
          : [{ type: 'PackOwnerChanged', data: { packId, owner: command.owner } }]
    }
  },
}

/** Name, owner and listing of each pack; a stream is the pack's id. */
export const pack = streamKind({
  name: 'pack',
  types: ['PackUploaded', 'PackProcessed', 'PackRenamed', 'PackRemoved', 'PackOwnerChanged'],
  state: packState,
  decider,
  streamOf: ({ key }) => key,
  eventKeyOf: (stream) => stream,
})
