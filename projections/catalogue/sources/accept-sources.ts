import type { ChartSourceRow } from '../pack-tables.ts'

interface Acceptance {
  readonly accepted: boolean
  readonly rank: number | null
}

/** An accepted source. `since`: ms since 1970. */
interface Accepted {
  readonly source: ChartSourceRow
  readonly since: number
  readonly rank: number
}

/**
 * Decides which of a chart's past and current sources are accepted. A source is accepted when it begins if an operator
 * or the uploader of the first source brought it, if it equals an accepted one, or if the chart has no accepted source
 * then. Any other waits for a decision, even if the first source is removed later. The result depends on the set of
 * sources, not on the order of folding.
 */
export function acceptSources(sources: readonly ChartSourceRow[]): Map<ChartSourceRow, Acceptance> {
  const present = presentSources()
  const decided = new Map<ChartSourceRow, Acceptance>()
  for (const source of [...sources].sort(inOrder)) {
    present.goTo(source.from_at)
    const since = present.trusts(source)
      ? source.from_at
      : source.decided === true && source.decided_at !== null
        ? Math.max(source.decided_at, source.from_at)
        : null
    if (since === null) {
      decided.set(source, { accepted: false, rank: null })
      continue
    }
    // A pack that changes its description keeps its rank.
    const rank = Math.min(since, present.rankOf(source.pack))
    present.add({ source, since, rank })
    decided.set(source, { accepted: source.decided !== false, rank })
  }
  return decided
}

/**
 * Tracks the accepted sources in force at a time that only moves forward. They are rescanned only when one has ended,
 * not per source, because one pack may list a chart thousands of times.
 */
function presentSources() {
  let active: Accepted[] = []
  /** Accepted by a later decision. */
  let pending: Accepted[] = []
  let nextEnd = Number.POSITIVE_INFINITY
  let first: Accepted | null = null
  const contents = new Set<string>()
  const ranks = new Map<number, number>()

  function activate(accepted: Accepted): void {
    const { source, rank } = accepted
    active.push(accepted)
    nextEnd = Math.min(nextEnd, lastMomentOf(accepted))
    contents.add(source.content)
    ranks.set(source.pack, Math.min(rank, ranks.get(source.pack) ?? rank))
    if (!first || rank < first.rank || (rank === first.rank && inOrder(source, first.source) < 0))
      first = accepted
  }

  return {
    goTo(at: number): void {
      if (at <= nextEnd && !pending.some(({ since }) => since <= at)) return
      const known = [...active, ...pending]
      active = []
      first = null
      nextEnd = Number.POSITIVE_INFINITY
      contents.clear()
      ranks.clear()
      pending = known.filter(({ since }) => since > at)
      for (const accepted of known)
        if (accepted.since <= at && at <= lastMomentOf(accepted)) activate(accepted)
    },
    trusts({ uploader, pack, content }: ChartSourceRow): boolean {
      return (
        uploader === null ||
        first === null ||
        first.source.uploader === uploader ||
        first.source.pack === pack ||
        contents.has(content)
      )
    },
    /** The smallest rank of a pack's sources. */
    rankOf: (pack: number) => ranks.get(pack) ?? Number.POSITIVE_INFINITY,
    add(accepted: Accepted): void {
      if (accepted.since > accepted.source.from_at) pending.push(accepted)
      else if (accepted.source.from_at <= lastMomentOf(accepted)) activate(accepted)
    },
  }
}

/** The end is inclusive, because a replacement in the same pack begins when the replaced source ends. */
function lastMomentOf({ source: { until_at, decided, decided_at } }: Accepted): number {
  const refused = decided === false && decided_at !== null ? decided_at - 1 : Number.POSITIVE_INFINITY
  return Math.min(until_at ?? Number.POSITIVE_INFINITY, refused)
}

/** The one that describes the chart first. */
export function sourcesInForce(sources: readonly ChartSourceRow[]): ChartSourceRow[] {
  return sources
    .filter(({ accepted, until_at }) => accepted && until_at === null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || inOrder(a, b))
}

function inOrder(a: ChartSourceRow, b: ChartSourceRow): number {
  return a.from_at - b.from_at || a.song - b.song || a.from_offset - b.from_offset
}
