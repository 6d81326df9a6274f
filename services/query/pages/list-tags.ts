import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import { tag } from '../tags.ts'

/** What a list of plays shows beyond its subject: names and titles. */
export function tagsOfList(plays: readonly RecentPlay[]): string[] {
  return plays.flatMap((play) => [tag.name(play.user.id), tag.title(play.chart.hash)])
}
