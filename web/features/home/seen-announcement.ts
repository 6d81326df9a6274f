import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { useEffect } from 'react'
import { storageOf } from '../../app/storage.ts'

const key = 'homeAnnounces'

/**
 * Whether something was announced when this browser saw the home page last: room is kept for it while the page is on
 * its way.
 */
export function useSeenAnnouncement(home: HomePage | undefined): boolean {
  const announces = home && home.announcement !== null
  useEffect(() => {
    if (announces === undefined) return
    if (announces) storageOf(window).setItem(key, 'yes')
    else storageOf(window).removeItem(key)
  }, [announces])
  return storageOf(window).getItem(key) !== null
}
