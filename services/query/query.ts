import { listCharts } from '@stepledger/contracts/http/chart-list.ts'
import { getChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import { getChart, getChartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { getHome } from '@stepledger/contracts/http/home.ts'
import { getOverlay } from '@stepledger/contracts/http/overlay.ts'
import { createPackUpload } from '@stepledger/contracts/http/pack-uploads.ts'
import { getPack, listPacks, listSimfiles } from '@stepledger/contracts/http/packs.ts'
import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { getPlay, getPlayExplanation, getPlayStandings } from '@stepledger/contracts/http/plays.ts'
import { getRivalPlays } from '@stepledger/contracts/http/rivals.ts'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import { getSite } from '@stepledger/contracts/http/site.ts'
import { chartsList } from '@stepledger/projections/catalogue/list-index/charts-list.ts'
import { songsList } from '@stepledger/projections/catalogue/list-index/songs-list.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { wrongMethod } from '../platform/http/unknown-routes.ts'
import { tagsOf } from './affected.ts'
import { cardReader } from './cards/read-card.ts'
import { serveCompetitions } from './competitions/serve-competitions.ts'
import type { QueryDeps } from './deps.ts'
import { serveGame } from './game/game.ts'
import { serveHealth } from './health.ts'
import { cachedList } from './lists/cached-list.ts'
import { serveLive } from './live/live.ts'
import { pageMaker } from './make-page.ts'
import { serveMedia } from './media.ts'
import { pageCache } from './page-cache.ts'
import { boardPage } from './pages/board-page.ts'
import { chartPage } from './pages/chart-page.ts'
import { chartPlacesPage } from './pages/chart-places.ts'
import { chartsPage } from './pages/charts-page.ts'
import { homePage } from './pages/home-page.ts'
import { overlayPage } from './pages/overlay-page.ts'
import { packPage } from './pages/pack-page.ts'
import { packsPage } from './pages/packs-page.ts'
import { playExplanation } from './pages/play-explanation.ts'
import { playPage } from './pages/play-page.ts'
import { playStandings } from './pages/play-standings.ts'
import { playerPage } from './pages/player-page.ts'
import { rivalPlaysPage } from './pages/rival-plays.ts'
import { rulesPage } from './pages/rules-page.ts'
import { simfilesPage } from './pages/simfiles-page.ts'
import { servePictures } from './pictures/serve-pictures.ts'
import { findPlayerId } from './player-id.ts'
import { measurePageCache } from './query-metrics.ts'
import { ownPageReader } from './read-own-page.ts'
import { pageReader } from './read-page.ts'
import { serveStream } from './stream/stream.ts'
import { tag } from './tags.ts'
import { serveDownloads } from './website/downloads.ts'
import { serveSitemap } from './website/sitemap.ts'
import { serveWebsite } from './website/website.ts'

/** Size limit of the page cache, bytes, and maximum age of a page that no notice invalidates, ms. */
const cacheLimits = { maxBytes: 256 * 1024 * 1024, maxAge: 30_000 }
/** Memory limit of each cached list (charts, songs), bytes. 200,000 charts take 35 MB. */
const listLimits = { maxBytes: 128 * 1024 * 1024 }

/** Serves the read API, pushes changes over the WebSocket and serves the website. */
export async function query(app: FastifyInstance, deps: QueryDeps): Promise<void> {
  const { progress, push } = deps
  const cache = pageCache(cacheLimits)
  measurePageCache(cache, deps.metrics)
  const unsubscribe = push.subscribe(
    (notice) => (notice.kind === 'switched' ? cache.dropAll() : cache.drop(tagsOf(notice))),
    () => cache.dropAll(),
  )
  app.addHook('onClose', async () => unsubscribe())
  const charts = cachedList(chartsList, { ...deps, ...listLimits })
  const songs = cachedList(songsList, { ...deps, ...listLimits })
  app.addHook('onClose', async () => {
    await Promise.all([charts.close(), songs.close()])
  })
  const [listOfCharts, listOfSongs] = [chartsPage(charts), simfilesPage(songs)]
  const makePage = pageMaker(deps)
  const readPage = pageReader(cache, makePage, progress)
  const readOwnPage = ownPageReader(makePage, progress)

  serve(app, getHome, ({ request }) =>
    readPage(request, {
      path: 'home',
      about: [tag.home],
      missing: 'Not found',
      page: homePage,
      question: null,
    }),
  )
  serveCompetitions(app, readPage)
  serve(app, listPacks, ({ request, query }) =>
    readPage(request, {
      path: `packs ${keyOfQuery(query)}`,
      about: [tag.packs],
      missing: 'Not found',
      page: packsPage,
      question: query,
    }),
  )
  // Otherwise the path would match the route of a pack by id.
  app.get(createPackUpload.path, { config: { refuses: true } }, () => {
    throw wrongMethod(createPackUpload.method)
  })
  serve(app, getPack, ({ request, params: { id } }) =>
    readPage(request, {
      path: `pack ${id}`,
      about: [tag.pack(id)],
      missing: 'Pack not found',
      page: packPage,
      question: id,
    }),
  )
  serve(app, listSimfiles, ({ request, query }) =>
    readPage(request, {
      path: `simfiles ${keyOfQuery(query)}`,
      about: [tag.packs],
      missing: 'Not found',
      page: listOfSongs,
      question: query,
    }),
  )
  serve(app, listCharts, ({ request, query }) =>
    readPage(request, {
      path: `charts ${keyOfQuery(query)}`,
      about: [tag.charts],
      missing: 'Not found',
      page: listOfCharts,
      question: query,
    }),
  )
  serve(app, getChart, ({ request, params: { hash } }) =>
    readPage(request, {
      path: `chart ${hash}`,
      about: [tag.chart(hash)],
      missing: 'Chart not found',
      page: chartPage,
      question: hash,
    }),
  )
  serve(app, getChartLeaderboards, ({ request, params: { hash }, query: { page } }) =>
    readPage(request, {
      path: `boards ${hash} ${page}`,
      about: [tag.chart(hash)],
      missing: 'Chart not found',
      page: boardPage,
      question: { hash, page },
    }),
  )
  serve(app, getChartPlaces, ({ caller: { playerId: player }, params: { hash }, request, reply }) =>
    readOwnPage(request, reply, chartPlacesPage, () => ({ player, hash })),
  )
  serve(app, getRivalPlays, ({ caller: { playerId: player }, request, reply }) =>
    readOwnPage(request, reply, rivalPlaysPage, () => player),
  )
  serve(app, getPlay, ({ request, params: { id } }) =>
    readPage(request, {
      path: `play ${id}`,
      about: [tag.play(id)],
      missing: 'Play not found',
      page: playPage,
      question: id,
    }),
  )
  serve(app, getPlayExplanation, ({ request, params: { id } }) =>
    readPage(request, {
      path: `explanation ${id}`,
      about: [tag.play(id)],
      missing: 'Play not found',
      page: playExplanation,
      question: id,
    }),
  )
  serve(app, getPlayStandings, ({ request, params: { id } }) =>
    readPage(request, {
      path: `standings ${id}`,
      about: [tag.play(id)],
      missing: 'Play not found',
      page: playStandings,
      question: id,
    }),
  )
  serve(app, getOverlay, ({ request, params: { id } }) =>
    readPage(request, {
      path: `overlay ${id}`,
      about: [tag.player(id)],
      missing: 'User not found',
      page: overlayPage,
      question: id,
    }),
  )
  serve(app, getRules, ({ request }) =>
    readPage(request, { path: 'rules', about: [], missing: 'Not found', page: rulesPage, question: null }),
  )
  serve(app, getPlayer, ({ request, params, query }) => {
    const read = (id: string | null) => {
      if (id === null) throw notFound('User not found')
      return readPage(request, {
        path: `player ${id} ${keyOfQuery(query)}`,
        about: [tag.player(id)],
        missing: 'User not found',
        page: playerPage,
        question: { id, query },
      })
    }
    const id = findPlayerId(deps.findByAlias, params.id)
    return id instanceof Promise ? id.then(read) : read(id)
  })
  serveGame(app, readOwnPage, deps)
  serveHealth(app, deps)
  serve(app, getSite, async () => ({ contact: deps.contact }))
  await serveLive(app, deps)
  serveStream(app, deps)
  const readCard = cardReader(readPage)
  servePictures(app, readCard, deps)
  serveMedia(app, deps)
  serveSitemap(app, deps)
  const { websiteDir: dir, publicUrl, findByAlias } = deps
  if (deps.downloadsDir !== null) await serveDownloads(app, deps.downloadsDir)
  if (dir !== null) await serveWebsite(app, { dir, publicUrl, readCard, findByAlias })
}

/** Serializes a query for a cache key, independent of its order. */
function keyOfQuery(query: object): string {
  return JSON.stringify(Object.entries(query).sort())
}
