import { chartHash, numericIdText, playerId } from '@stepledger/contracts/ids.ts'
import { eventSlug } from '@stepledger/contracts/rules/event-document.ts'

/** What a page with a card is about. */
export type Subject =
  | { readonly kind: 'play'; readonly id: number }
  | { readonly kind: 'chart'; readonly hash: string }
  | { readonly kind: 'player'; readonly id: string }
  | { readonly kind: 'pack'; readonly id: number }
  | { readonly kind: 'event'; readonly slug: string }

/** How the addresses of pages name the kinds of subjects. */
const kinds = { play: 'play', chart: 'chart', user: 'player', pack: 'pack', event: 'event' } as const

/**
 * The subject of `/play/{id}`, `/chart/{hash}`, `/user/{id}`, `/pack/{id}` or `/event/{slug}`; null where such an
 * address names nothing that could be, undefined for every other one.
 */
export function subjectAt(path: string): Subject | null | undefined {
  const [, page, name] = /^\/(play|chart|user|pack|event)\/([^/]+)\/?$/.exec(path) ?? []
  return isPage(page) ? subjectOf(kinds[page], name ?? '') : undefined
}

function isPage(page: string | undefined): page is keyof typeof kinds {
  return page !== undefined && Object.hasOwn(kinds, page)
}

/** A subject by its kind and its id as an address spells it; null for what is no id. */
export function subjectOf(kind: Subject['kind'], name: string): Subject | null {
  switch (kind) {
    case 'play':
    case 'pack': {
      const id = numericIdText.safeParse(name)
      return id.success ? { kind, id: id.data } : null
    }
    case 'chart': {
      const hash = chartHash.safeParse(name)
      return hash.success ? { kind, hash: hash.data } : null
    }
    case 'player': {
      const id = playerId.safeParse(name)
      return id.success ? { kind, id: id.data } : null
    }
    case 'event': {
      const slug = eventSlug.safeParse(name)
      return slug.success ? { kind, slug: slug.data } : null
    }
  }
}

/** The address of the subject's page. */
export function pagePath(subject: Subject): string {
  switch (subject.kind) {
    case 'play':
      return `/play/${subject.id}`
    case 'chart':
      return `/chart/${subject.hash}`
    case 'player':
      return `/user/${subject.id}`
    case 'pack':
      return `/pack/${subject.id}`
    case 'event':
      return `/event/${subject.slug}`
  }
}
