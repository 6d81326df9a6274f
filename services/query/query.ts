import { getChartPlaces } from '@stepledger/contracts/http/boards.ts'
import { getChartEffort, listChartsByHash } from '@stepledger/contracts/http/charts.ts'
import { createPackUpload } from '@stepledger/contracts/http/pack-uploads.ts'
import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getSite } from '@stepledger/contracts/http/site.ts'
import { getSuggestions } from '@stepledger/contracts/http/suggestions.ts'
import { playerId } from '@stepledger/contracts/ids.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { wrongMethod } from '../platform/http/unknown-routes.ts'
import { cardReader } from './cards/read-card.ts'
import { serveParticipation } from './competitions/participation-pages.ts'
import { serveCompetitions } from './competitions/serve-competitions.ts'
import type { QueryDeps } from './deps.ts'
import { serveGame } from './game/game.ts'
import { serveHealth } from './health.ts'
import { serveLive } from './live/live.ts'
import { serveMedia } from './media.ts'
import { serveOperations } from './operations.ts'
import { pageMaker } from './page.ts'
import { cacheLimits, type PageCache, pageCache } from './page-cache.ts'
import { serveBoardHistory } from './pages/board-history.ts'
import { chartsByHashPage } from './pages/chart-pages.ts'
import { serveFilteredBoards } from './pages/filtered-boards.ts'
import { chartEffortPage, chartPlacesPage } from './pages/own-chart.ts'
import { playerPage } from './pages/player-page.ts'
import { servePages } from './pages/serve-pages.ts'
import { suggestionsPage } from './pages/suggestions-page.ts'
import { servePictures } from './pictures/serve-pictures.ts'
import { servePlaySessions } from './play-sessions/serve-play-sessions.ts'
import { serveMarks } from './players/serve-marks.ts'
import { serveNotifications } from './players/serve-notifications.ts'
import { servePlayerHome } from './players/serve-player-home.ts'
import { serveRivals } from './players/serve-rivals.ts'
import { measurePageCache } from './query-metrics.ts'
import {
  ownPageReader,
  ownPageServer,
  pageReader,
  pageServer,
  type ReadPage,
  readContexts,
} from './read-page.ts'
import { serveStream } from './stream/stream.ts'
import { tag } from './tags.ts'
import { tagsOf } from './topics-of-change.ts'
import { serveDownloads } from './website/downloads.ts'
import { serveSitemap } from './website/sitemap.ts'
import { serveWebsite } from './website/website.ts'

/** Serves the read API, pushes changes over the WebSocket and serves the website. */
export async function query(app: FastifyInstance, deps: QueryDeps): Promise<void> {
  const makePage = pageMaker(deps)
  const contexts = readContexts(deps)
  const readPage = pageReader(startCache(app, deps), makePage, contexts)
  const readOwnPage = ownPageReader(makePage, contexts)
  const servePage = pageServer(app, readPage)
  const serveOwnPage = ownPageServer(app, readOwnPage)

  servePages(servePage, deps)
  serveBoardHistory(servePage)
  serveCompetitions(app, { readPage, servePage })
  serveParticipation(app, { servePage, serveOwnPage, readOwnPage })
  serveFilteredBoards(servePage, serveOwnPage)
  servePlayer(app, readPage, deps)
  servePlayerHome(app, { readPage, servePage }, deps)
  servePlaySessions(servePage, serveOwnPage, deps)
  serveOwnPage(getChartEffort, chartEffortPage)
  serveOwnPage(getChartPlaces, chartPlacesPage)
  serveOwnPage(listChartsByHash, chartsByHashPage)
  serveOwnPage(getSuggestions, suggestionsPage)
  serveMarks(serveOwnPage)
  serveRivals(serveOwnPage)
  serveNotifications(app, { readOwnPage, serveOwnPage }, deps)
  serveGame(app, readOwnPage, deps)
  // Otherwise the path would match the route of a pack by id.
  app.get(createPackUpload.path, { config: { refuses: true } }, () => {
    throw wrongMethod(createPackUpload.method)
  })
  serveHealth(app, deps)
  serveOperations(app, deps)
  serve(app, getSite, async () => ({ contact: deps.contact, communityChat: deps.communityChat }))
  await serveLive(app, deps)
  serveStream(app, deps)
  const readCard = cardReader(readPage, deps)
  servePictures(app, readCard, deps)
  serveMedia(app, deps)
  serveSitemap(app, deps)
  const { websiteDir: dir, publicUrl, findByAlias } = deps
  if (deps.downloadsDir !== null) await serveDownloads(app, deps.downloadsDir, publicUrl)
  if (dir !== null) await serveWebsite(app, { dir, publicUrl, readCard, findByAlias })
}

/** The page cache, which notices invalidate until the server closes. */
function startCache(app: FastifyInstance, { push, metrics }: QueryDeps): PageCache {
  const cache = pageCache(cacheLimits)
  measurePageCache(cache, metrics)
  const unsubscribe = push.subscribe(
    (notice) => (notice.kind === 'switched' ? cache.dropAll() : cache.drop(tagsOf(notice))),
    () => cache.dropAll(),
  )
  app.addHook('onClose', async () => unsubscribe())
  return cache
}

function servePlayer(app: FastifyInstance, readPage: ReadPage, { findByAlias }: QueryDeps): void {
  const missing = 'User not found'
  const page = {
    name: getPlayer.name,
    page: playerPage,
    about: ({ id }: { id: string }) => tag.player(id),
    missing,
  }
  serve(app, getPlayer, ({ request, params, query }) => {
    const read = (id: string | null) => {
      if (id === null) throw notFound(missing)
      return readPage(request, page, { ...query, id })
    }
    const id = playerId.safeParse(params.id)
    return id.success ? read(id.data) : findByAlias(params.id).then(read)
  })
}
