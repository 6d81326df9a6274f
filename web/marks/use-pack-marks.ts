import { getPackMarks, maxMarkedPacks, type PackMark } from '@stepledger/contracts/http/marks.ts'
import { useMemo } from 'react'
import { useRead } from '../api/use-call.ts'
import { useUser } from '../sign-in/use-session.ts'

/** Returns what the viewer has achieved of packs, by id; null without a session. */
export function usePackMarks(ids: readonly number[]): ReadonlyMap<number, PackMark> | null {
  const user = useUser()
  const packs = [...ids]
    .sort((a, b) => a - b)
    .slice(0, maxMarkedPacks)
    .join()
  const { data } = useRead(
    getPackMarks,
    { query: { packs } },
    { enabled: user !== null && packs !== '', keepPrevious: true },
  )
  const marks = useMemo(() => new Map(data?.marks.map((mark) => [mark.id, mark])), [data])
  return user === null ? null : marks
}
