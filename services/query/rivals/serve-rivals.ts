import { getHeadToHead, listRivalRecords } from '@stepledger/contracts/http/head-to-head.ts'
import { getRivalNews } from '@stepledger/contracts/http/rival-news.ts'
import { getRivalPlays } from '@stepledger/contracts/http/rivals.ts'
import type { ServeOwnPage } from '../serve-page.ts'
import { headToHeadPage } from './head-to-head-page.ts'
import { rivalNewsPage } from './rival-news-page.ts'
import { rivalPlaysPage } from './rival-plays-page.ts'
import { rivalRecordsPage } from './rival-records-page.ts'

/** Serves the last plays of a player's rivals, and the records against them. */
export function serveRivals(serveOwnPage: ServeOwnPage): void {
  serveOwnPage(getRivalPlays, rivalPlaysPage)
  serveOwnPage(getRivalNews, rivalNewsPage)
  serveOwnPage(listRivalRecords, rivalRecordsPage)
  serveOwnPage(getHeadToHead, headToHeadPage)
}
