import { useState } from 'react'
import { storageOf, writeText } from '../../app/storage.ts'

/** A visit ends after this long without opening the home page, ms. */
const pauseMs = 30 * 60_000

/** The start of news for a first visit: this long ago, ms. */
const firstVisitMs = 7 * 86_400_000

interface Visits {
  /** When the home page was last opened. */
  readonly last: number
  /** The end of the visit before this one. */
  readonly before: number
}

function read(text: string | null): Visits | null {
  const [last, before] = (text ?? '').split(' ').map(Number)
  return last && before ? { last, before } : null
}

/** The visits after the home page is opened once more. */
export function nextVisits(text: string | null, now: number): Visits {
  const visits = read(text)
  if (!visits) return { last: now, before: now - firstVisitMs }
  return { last: now, before: now - visits.last > pauseMs ? visits.last : visits.before }
}

/** When the player's last visit in this browser ended, ISO 8601; this visit's pages count as one. */
export function useLastVisit(playerId: string): string {
  const [before] = useState(() => {
    const storage = storageOf(window)
    const key = `homeVisits:${playerId}`
    const visits = nextVisits(storage.getItem(key), Date.now())
    writeText(storage, key, `${visits.last} ${visits.before}`)
    return visits.before
  })
  return new Date(before).toISOString()
}
