import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { LRUCache } from 'lru-cache'
import { type CachedBody, cachedBody } from '../platform/http/compress.ts'

/**
 * A serialized page. `tags` name what it shows; a change of one of them invalidates the page. An uncached one is only
 * shared by the requests that wait for it.
 */
export interface RenderedPage {
  readonly bytes: Buffer
  readonly tags: readonly string[]
  readonly uncached?: boolean
}

export interface PageRequest {
  /** Cache key: generation, name of the page, question. */
  readonly key: string
  /**
   * Tags known before the page is rendered. Rendering may add tags, such as the names of players that the page shows.
   */
  readonly about: readonly string[]
  /** The page must include the event at this position, which the read model has already folded. */
  readonly position: Position | null
  /** The read model's checkpoints before rendering begins. */
  readonly checkpoints: readonly number[]
}

export interface PageCache {
  get(key: string, position: Position | null): CachedBody | null
  /**
   * Renders a page after a miss; concurrent requests for the same page share one rendering. Rejects with the error of
   * `render`, which is not cached.
   */
  render(request: PageRequest, render: () => Promise<RenderedPage>): Promise<CachedBody>
  /** Invalidates the pages with one of these tags, including those being rendered. */
  drop(tags: Iterable<string>): void
  /** Evicts everything, when notices may have been lost. */
  dropAll(): void
  readonly counts: CacheCounts
  size(): { readonly pages: number; readonly bytes: number }
}

/** Counts since the start. Plain numbers, because this is the hottest path. */
interface CacheCounts {
  /** Answered from a cached page. */
  hits: number
  /** Coalesced with the rendering of another request. */
  shared: number
  /** Rendered. */
  misses: number
  /** Cached pages invalidated by a change, or evicted because notices may have been lost. */
  drops: number
}

interface CacheEntry {
  readonly body: CachedBody
  readonly tags: readonly string[]
  readonly checkpoints: readonly number[]
}

interface Rendering {
  readonly body: Promise<CachedBody>
  readonly checkpoints: readonly number[]
  readonly about: ReadonlySet<string>
  /** Tags invalidated since it began. */
  readonly dropped: Set<string>
  /** One of its known tags was invalidated: later requests must not share this rendering. */
  outdated: boolean
}

/**
 * Memory of a page besides its body, bytes, as measured: its entry, its key, and each of its tags in the index. Without
 * it, very many small pages would fill the heap.
 */
const pageOverhead = 2_500
const tagOverhead = 250

/** `maxAge`: of a page that no notice invalidates, ms. */
export const cacheLimits = { maxPages: 5_000, maxBytes: 256 * 1024 * 1024, maxAge: 30_000 }

/** Caches serialized pages within the limits. A page that is too old is evicted even if nobody requests it again. */
export function pageCache({ maxPages, maxBytes, maxAge }: typeof cacheLimits): PageCache {
  const byTag = new Map<string, Set<string>>()
  const cached = new LRUCache<string, CacheEntry>({
    max: maxPages,
    maxSize: maxBytes,
    ttl: maxAge,
    ttlAutopurge: true,
    sizeCalculation: ({ body, tags }, key) =>
      body.size() + key.length + pageOverhead + tags.length * tagOverhead,
    dispose: (page, key) => removeKey(byTag, key, page.tags),
  })
  /** The newest rendering of each page; an older one may still be running. */
  const newest = new Map<string, Rendering>()
  const inProgress = new Set<Rendering>()
  const counts: CacheCounts = { hits: 0, shared: 0, misses: 0, drops: 0 }

  /** Counts a page again, whose body has grown by a compressed form, within its original age. */
  const recount = (key: string, body: CachedBody) => {
    const entry = cached.peek(key)
    if (entry?.body === body) cached.set(key, { ...entry }, { noUpdateTTL: true, noDisposeOnSet: true })
  }

  const start = (
    { key, about, checkpoints }: PageRequest,
    render: () => Promise<RenderedPage>,
  ): Rendering => {
    const page = render().then(({ bytes, tags, uncached = false }) => {
      const body = cachedBody(bytes, () => recount(key, body))
      return { body, tags, uncached }
    })
    const begun: Rendering = {
      checkpoints: [...checkpoints],
      body: page.then(({ body }) => body),
      about: new Set(about),
      dropped: new Set(),
      outdated: false,
    }
    newest.set(key, begun)
    inProgress.add(begun)
    const end = () => {
      inProgress.delete(begun)
      if (newest.get(key) === begun) newest.delete(key)
    }
    page.then(({ body, tags: rendered, uncached }) => {
      end()
      if (uncached) return
      const tags = [...new Set([...about, ...rendered])]
      if (begun.outdated || tags.some((tag) => begun.dropped.has(tag))) return
      cached.set(key, { body, tags, checkpoints: begun.checkpoints })
      for (const tag of tags) addKey(byTag, key, tag)
    }, end)
    return begun
  }

  return {
    get(key, position) {
      const page = cached.get(key)
      if (!page || !isAtLeast(page.checkpoints, position)) return null
      counts.hits++
      return page.body
    },
    render(request, render) {
      const running = newest.get(request.key)
      const usable = running && !running.outdated && isAtLeast(running.checkpoints, request.position)
      if (usable) counts.shared++
      else counts.misses++
      return (usable ? running : start(request, render)).body
    },
    drop(tags) {
      for (const tag of tags) {
        for (const key of [...(byTag.get(tag) ?? [])]) if (cached.delete(key)) counts.drops++
        for (const begun of inProgress) {
          begun.dropped.add(tag)
          if (begun.about.has(tag)) begun.outdated = true
        }
      }
    },
    dropAll() {
      counts.drops += cached.size
      cached.clear()
      byTag.clear()
      for (const begun of inProgress) begun.outdated = true
    },
    counts,
    size: () => ({ pages: cached.size, bytes: cached.calculatedSize }),
  }
}

function isAtLeast(checkpoints: readonly number[], position: Position | null): boolean {
  return position === null || (checkpoints[position.partition] ?? 0) > position.offset
}

function addKey(byTag: Map<string, Set<string>>, key: string, tag: string): void {
  const keys = byTag.get(tag)
  if (keys) keys.add(key)
  else byTag.set(tag, new Set([key]))
}

function removeKey(byTag: Map<string, Set<string>>, key: string, tags: readonly string[]): void {
  for (const tag of tags) {
    const keys = byTag.get(tag)
    keys?.delete(key)
    if (keys?.size === 0) byTag.delete(tag)
  }
}
