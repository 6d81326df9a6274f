import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { useEffect } from 'react'
import { readText, removeText, storageOf, writeText } from '../../app/storage.ts'

const key = 'homeAnnounces'

/** Whether there was an announcement when this browser last loaded the home page, so that space is reserved for it. */
export function useSeenAnnouncement(home: HomePage | undefined): boolean {
  const announces = home && home.announcement !== null
  useEffect(() => {
    if (announces === undefined) return
    storeAnnouncement(storageOf(window), announces)
  }, [announces])
  return readText(storageOf(window), key) !== null
}

export function storeAnnouncement(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  announces: boolean,
): void {
  if (announces) writeText(storage, key, 'yes')
  else removeText(storage, key)
}
