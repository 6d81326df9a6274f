import { competitionSlug } from '@stepledger/contracts/competition/competition-document.ts'
import { chartHash, numericIdText, playerId } from '@stepledger/contracts/ids.ts'

/** The entity that a page with a card shows. */
export type Subject =
  | { readonly kind: 'play' | 'session' | 'pack'; readonly id: number }
  | { readonly kind: 'chart' | 'player' | 'event'; readonly id: string }

/** The first segment of the page's path, by kind. */
const segments = {
  play: 'play',
  chart: 'chart',
  player: 'user',
  pack: 'pack',
  event: 'event',
  session: 'session',
} as const satisfies Record<Subject['kind'], string>

export const subjectKinds = Object.keys(segments).filter((kind): kind is Subject['kind'] => kind in segments)

/** The subject of a page, `/play/{id}`; null when the id is malformed, undefined for any other path. */
export function subjectAt(path: string): Subject | null | undefined {
  const [, page, name = ''] = /^\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  const kind = subjectKinds.find((known) => segments[known] === page)
  return kind && subjectOf(kind, name)
}

const textIds = { chart: chartHash, player: playerId, event: competitionSlug }

/** A subject by its kind and the id in the path; null for a malformed id. */
export function subjectOf(kind: Subject['kind'], name: string): Subject | null {
  if (kind === 'play' || kind === 'session' || kind === 'pack') {
    const id = numericIdText.safeParse(name)
    return id.success ? { kind, id: id.data } : null
  }
  const id = textIds[kind].safeParse(name)
  return id.success ? { kind, id: id.data } : null
}

export function pagePath({ kind, id }: Subject): string {
  return `/${segments[kind]}/${id}`
}
