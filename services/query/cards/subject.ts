import { chartHash, numericIdText, playerId } from '@stepledger/contracts/ids.ts'

/** What a page with a card is about. */
export type Subject =
  | { readonly kind: 'play'; readonly id: number }
  | { readonly kind: 'chart'; readonly hash: string }
  | { readonly kind: 'player'; readonly id: string }
  | { readonly kind: 'pack'; readonly id: number }

/** How the addresses of pages name the kinds of subjects. */
const kinds = { play: 'play', chart: 'chart', user: 'player', pack: 'pack' } as const

/**
 * The subject of `/play/{id}`, `/chart/{hash}`, `/user/{id}` or `/pack/{id}`; null where such an address names nothing that could be, undefined for
 * every other one.
 */
export function subjectAt(path: string): Subject | null | undefined {
  const [, page, name] = /^\/(play|chart|user|pack)\/([^/]+)\/?$/.exec(path) ?? []
  if (page !== 'play' && page !== 'chart' && page !== 'user' && page !== 'pack') return undefined
  return subjectOf(kinds[page], name ?? '')
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
  }
}
