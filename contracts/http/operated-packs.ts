import { z } from 'zod'
import { difficulty } from '../difficulty.ts'
import { chartHash, numericId } from '../ids.ts'
import { maxZipBytes, packName } from '../packs/pack-limits.ts'
import { packUpload } from '../packs/upload.ts'
import { action, forPrograms } from './action.ts'
import { nothing, route } from './route.ts'

/** Maximum waiting charts in a plan and in a list. */
export const waitingListed = 1_000

/** A text is the name of a pack, or else an id. */
const packIdOrName = z.union([numericId, packName])
export type PackIdOrName = z.infer<typeof packIdOrName>

const named = packIdOrName.describe('name or id of the pack')

/** `packName`: null before its first upload. */
const pack = { packId: numericId, packName: z.string().nullable() }

/** The command sends the zip to the address, and follows the upload. */
export const addPack = action('addPack', 'POST /api/admin/pack/add', {
  summary:
    'Create an upload address for the zip of a pack of operators (PUT); it is processed after the upload',
  input: z.object({ name: packName, size: z.int().min(1).max(maxZipBytes, 'must be at most 2 GiB') }),
  plan: nothing,
  done: z.object({
    upload: z.uuid(),
    /** Absolute, or a path on this server. */
    url: z.string(),
    /** Headers to send with the zip. */
    headers: z.record(z.string(), z.string()),
  }),
  grows: true,
})

export const getOperatedUpload = route('getOperatedUpload', 'GET /api/admin/upload/:id', {
  access: 'ledger.operate',
  summary: 'The state of an upload, and its result',
  params: z.object({ id: z.uuid() }),
  answer: packUpload,
  errors: [404],
})

export const removePack = action('removePack', 'POST /api/admin/pack/remove', {
  command: 'pack remove <pack>',
  summary: 'Remove a pack from the lists, until it is added again',
  input: z.object({ pack: named }),
  plan: z.object(pack),
  done: nothing,
  confirm: 'Remove it?',
  errors: [404, 503],
})

export const renamePack = action('renamePack', 'POST /api/admin/pack/rename', {
  command: 'pack rename <pack> <name>',
  summary: 'Rename a pack; one that is added under the new name later updates it',
  input: z.object({ pack: named, name: packName.describe('new name') }),
  plan: z.object(pack),
  done: nothing,
  errors: [404, 503],
})

export const passPackOn = action('passPackOn', 'POST /api/admin/pack/owner', {
  command: 'pack owner <pack> <alias>',
  summary: 'Transfer a pack to another uploader, who also needs packs.upload',
  input: z.object({
    pack: named,
    alias: z.string().trim().min(1).max(100).describe('alias of the player'),
  }),
  plan: z.object(pack),
  done: nothing,
  errors: [404, 503],
})

/** `inForce`: name of the pack whose data counts; null if no listed pack has the chart any more. */
const waiting = z.object({
  songId: numericId,
  hash: chartHash,
  title: z.string(),
  difficulty,
  meter: z.int().nullable(),
  /** Such as "rows: 128 → 127". */
  differences: z.array(z.string()),
  inForce: z.string().nullable(),
})

/** `charts`: their number; `waiting`: the first of them. */
export const listAllWaitingCharts = route('listAllWaitingCharts', 'GET /api/admin/pack/waiting', {
  access: 'ledger.operate',
  command: 'pack waiting [pack]',
  summary: 'List charts of packs that wait for acceptance, with their differences from the pack in force',
  query: z.object({ pack: packName.optional().describe('name or id of the pack; all packs by default') }),
  answer: z.object({
    charts: z.int(),
    waiting: z.array(waiting.extend(pack)).max(waitingListed),
  }),
  errors: [404],
})

/** `digest`: of all charts, which differs if one of them does. */
const acceptancePlan = z.object({
  ...pack,
  charts: z.int(),
  digest: z.string().register(forPrograms),
  waiting: z.array(waiting).max(waitingListed),
})
export type AcceptancePlan = z.infer<typeof acceptancePlan>

const decision = {
  input: z.object({
    pack: named,
    song: numericId.optional().describe('id of a song; only its charts').meta({ placeholder: '<number>' }),
  }),
  plan: acceptancePlan,
  done: z.object({ charts: z.int() }),
  errors: [404, 503],
}

export const acceptCharts = action('acceptCharts', 'POST /api/admin/pack/accept', {
  command: 'pack accept <pack>',
  summary: 'Accept charts of a pack that wait; plays that fit their counts are ranked, too',
  confirm: 'Accept them?',
  ...decision,
})

export const refuseCharts = action('refuseCharts', 'POST /api/admin/pack/refuse', {
  command: 'pack refuse <pack>',
  summary: 'Refuse charts of a pack that wait; they are ignored until their song changes',
  confirm: 'Refuse them?',
  ...decision,
})
