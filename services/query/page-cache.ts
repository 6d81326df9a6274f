import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { LRUCache } from 'lru-cache'

/** A page as it is sent. `tags` name what it shows: when one of them changes, the page is dropped. */
export interface Page {
  readonly bytes: Buffer
  readonly tags: readonly string[]
}

export interface PageRequest {
  /** Generation and path: one page, the same for everyone. */
  readonly key: string
  /**
   * What the page is about, known before it is rendered. Names of others that it turns out to show are tags of the
   * page.
   */
  readonly about: readonly string[]
  /** The page must hold the event at this position, which the read model already holds. */
  readonly position: Position | null
  /** The read model's checkpoint now, before rendering begins. */
  readonly checkpoints: readonly number[]
}

export interface PageCache {
  /**
   * The kept page, at once, or a new one; many requests for the same page wait for one rendering. Rejects with what
   * `render` rejects with, which is not kept.
   */
  get(request: PageRequest, render: () => Promise<Page>): Buffer | Promise<Buffer>
  /** Drops the pages that show one of these, also those that are being rendered now. */
  drop(tags: Iterable<string>): void
  /** Drops everything: notices may have been lost. */
  dropAll(): void
  readonly counts: CacheCounts
  /** What is kept now. */
  size(): { readonly pages: number; readonly bytes: number }
}

/** Since the start. Plain numbers, since this is the hottest path of all. */
export interface CacheCounts {
  /** Answered from a kept page. */
  hits: number
  /** Waited for a rendering that another request had begun. */
  shared: number
  /** Rendered. */
  misses: number
  /** Kept pages that were dropped because what they show had changed, or because that could not be known. */
  drops: number
}

interface Kept extends Page {
  readonly checkpoints: readonly number[]
}

interface Rendering {
  readonly page: Promise<Page>
  readonly checkpoints: readonly number[]
  readonly about: ReadonlySet<string>
  /** What was dropped since it began. */
  readonly dropped: Set<string>
  /** Something it is about was dropped: anyone who asks from now on must not be given it. */
  outdated: boolean
}

/** Keeps pages whole, at most `maxBytes` of them and none longer than `maxAge` ms. */
export function pageCache({ maxBytes, maxAge }: { maxBytes: number; maxAge: number }): PageCache {
  const byTag = new Map<string, Set<string>>()
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    ttl: maxAge,
    sizeCalculation: (page, key) => page.bytes.length + key.length + 500,
    dispose: (page, key) => forget(byTag, key, page.tags),
  })
  /** The newest rendering of each page; an older one may still be under way. */
  const newest = new Map<string, Rendering>()
  const underWay = new Set<Rendering>()
  const counts: CacheCounts = { hits: 0, shared: 0, misses: 0, drops: 0 }

  const start = (request: PageRequest, render: () => Promise<Page>): Rendering => {
    const begun: Rendering = {
      checkpoints: [...request.checkpoints],
      page: render(),
      about: new Set(request.about),
      dropped: new Set(),
      outdated: false,
    }
    newest.set(request.key, begun)
    underWay.add(begun)
    const end = () => {
      underWay.delete(begun)
      if (newest.get(request.key) === begun) newest.delete(request.key)
    }
    begun.page.then((page) => {
      end()
      const tags = [...new Set([...request.about, ...page.tags])]
      if (begun.outdated || tags.some((tag) => begun.dropped.has(tag))) return
      kept.set(request.key, { bytes: page.bytes, tags, checkpoints: begun.checkpoints })
      for (const tag of tags) remember(byTag, request.key, tag)
    }, end)
    return begun
  }

  return {
    get(request, render) {
      const page = kept.get(request.key)
      if (page && holds(page.checkpoints, request.position)) {
        counts.hits++
        return page.bytes
      }
      const running = newest.get(request.key)
      const usable = running && !running.outdated && holds(running.checkpoints, request.position)
      if (usable) counts.shared++
      else counts.misses++
      return (usable ? running : start(request, render)).page.then(({ bytes }) => bytes)
    },
    drop(tags) {
      for (const tag of tags) {
        for (const key of [...(byTag.get(tag) ?? [])]) if (kept.delete(key)) counts.drops++
        for (const begun of underWay) {
          begun.dropped.add(tag)
          if (begun.about.has(tag)) begun.outdated = true
        }
      }
    },
    dropAll() {
      counts.drops += kept.size
      kept.clear()
      byTag.clear()
      for (const begun of underWay) begun.outdated = true
    },
    counts,
    size: () => ({ pages: kept.size, bytes: kept.calculatedSize }),
  }
}

function holds(checkpoints: readonly number[], position: Position | null): boolean {
  return position === null || (checkpoints[position.partition] ?? 0) > position.offset
}

function remember(byTag: Map<string, Set<string>>, key: string, tag: string): void {
  const keys = byTag.get(tag)
  if (keys) keys.add(key)
  else byTag.set(tag, new Set([key]))
}

function forget(byTag: Map<string, Set<string>>, key: string, tags: readonly string[]): void {
  for (const tag of tags) {
    const keys = byTag.get(tag)
    keys?.delete(key)
    if (keys?.size === 0) byTag.delete(tag)
  }
}
