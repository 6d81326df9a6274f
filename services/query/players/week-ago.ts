import { daysOfWeek } from '@stepledger/contracts/http/player-home.ts'

/** Returns the time seven days before `now`, ms since 1970. */
export function weekAgo(now: number): number {
  return now - daysOfWeek * 86_400_000
}
