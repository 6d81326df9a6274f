import { listPackUploads } from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { useQuery } from '@tanstack/react-query'
import { readKey, useCall } from '../../api/use-call.ts'

/** How often is asked while something is open, ms; and while an address only waits for its zip. */
const often = 1_000
const seldom = 10_000

export function isOpen({ state }: PackUpload): boolean {
  return state === 'issued' || state === 'waiting' || state === 'processing'
}

/**
 * How long until is asked again where these uploads stand, ms; false: nothing will change. `followed`: the one that the
 * page just sent.
 */
export function askAgainIn(uploads: readonly PackUpload[], followed: string | null): number | false {
  const open = uploads.filter(isOpen)
  if (open.some(({ id, state }) => id === followed || state !== 'issued')) return often
  return open.length > 0 ? seldom : false
}

/** Own uploads, the newest first, followed while one of them is open. */
export function useUploads(followed: string | null) {
  const call = useCall()
  return useQuery({
    queryKey: readKey(listPackUploads),
    queryFn: ({ signal }) => call(listPackUploads, {}, signal),
    refetchInterval: ({ state }) => askAgainIn(state.data?.uploads ?? [], followed),
  })
}
