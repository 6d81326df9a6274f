import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { tag } from '../tags.ts'

/** Tags of the names and titles that a list of plays shows. */
export function tagsOfList(plays: readonly RecentPlay[]): string[] {
  return plays.flatMap((play) => [tag.name(play.user.id), tag.title(play.chart.hash)])
}
