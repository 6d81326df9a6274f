import { listPackUploads } from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { useRead } from '../../api/use-call.ts'

/** Polling intervals, ms: while an upload is processed, and while it only waits for its zip. */
const activePoll = 1_000
const idlePoll = 10_000

export function isOpen({ state }: PackUpload): boolean {
  return state === 'issued' || state === 'waiting' || state === 'processing'
}

/** The polling interval for these uploads, ms; false if none is open. `followed`: the upload just sent by this page. */
export function pollInterval(uploads: readonly PackUpload[], followed: string | null): number | false {
  const open = uploads.filter(isOpen)
  if (open.some(({ id, state }) => id === followed || state !== 'issued')) return activePoll
  return open.length > 0 ? idlePoll : false
}

/** The player's uploads, newest first; polled while one is open. */
export function useUploads(followed: string | null) {
  return useRead(listPackUploads, {}, { every: (answer) => pollInterval(answer?.uploads ?? [], followed) })
}
