import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { useEffect } from 'react'
import { storageOf } from '../../app/storage.ts'

const key = 'homeAnnounces'

/** Whether there was an announcement when this browser last loaded the home page, so that space is reserved for it. */
export function useSeenAnnouncement(home: HomePage | undefined): boolean {
  const announces = home && home.announcement !== null
  useEffect(() => {
    if (announces === undefined) return
    if (announces) storageOf(window).setItem(key, 'yes')
    else storageOf(window).removeItem(key)
  }, [announces])
  return storageOf(window).getItem(key) !== null
}
