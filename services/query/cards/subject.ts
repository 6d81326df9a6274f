import { chartHash, numericIdText, playerId } from '@stepledger/contracts/ids.ts'
import { competitionSlug } from '@stepledger/contracts/rules/competition-document.ts'

/** The entity that a page with a card shows. */
export type Subject =
  | { readonly kind: 'play'; readonly id: number }
  | { readonly kind: 'chart'; readonly hash: string }
  | { readonly kind: 'player'; readonly id: string }
  | { readonly kind: 'pack'; readonly id: number }
  | { readonly kind: 'event'; readonly slug: string }
  | { readonly kind: 'session'; readonly id: number }

/** Kinds of subjects by the first segment of the page's path. */
const kinds: ReadonlyMap<string, Subject['kind']> = new Map([
  ['play', 'play'],
  ['chart', 'chart'],
  ['user', 'player'],
  ['pack', 'pack'],
  ['event', 'event'],
  ['session', 'session'],
])

/** The subject of a page, `/play/{id}`; null when the id is malformed, undefined for any other path. */
export function subjectAt(path: string): Subject | null | undefined {
  const [, page = '', name = ''] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  const kind = kinds.get(page)
  return kind && subjectOf(kind, name)
}

/** A subject by its kind and the id in the path; null for a malformed id. */
export function subjectOf(kind: Subject['kind'], name: string): Subject | null {
  switch (kind) {
    case 'play':
    case 'session':
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
      const slug = competitionSlug.safeParse(name)
      return slug.success ? { kind, slug: slug.data } : null
    }
  }
}

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
    case 'session':
      return `/session/${subject.id}`
  }
}
