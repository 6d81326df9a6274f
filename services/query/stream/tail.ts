import { streamDays } from '@stepledger/contracts/stream/messages.ts'
import { mostParked, type StreamPosition } from '@stepledger/contracts/stream/position.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { QueryDeps } from '../deps.ts'
import { anHour, hourOf } from './hour.ts'
import { type News, rulesNews } from './news.ts'
import { type PackNews, packNews, parkedPackEvents } from './pack-news.ts'

/** How long an append may be under way whose time was fixed before, ms: an hour is published after that. */
const appendsTake = 30_000

/** How often what happened to packs is read again though no notice said so, ms. */
const packsEvery = 30_000

/** What there is to tell, of as many days as the stream goes back. */
export interface Tail {
  /** What the topic `rules` says, in its order, and each partition of `events` of packs. */
  rules(): readonly News[]
  packs(): PackNews
  /** The first hour that may not be published yet. */
  released(): number
  /** The oldest moment of which anything is sent, ms since 1970. */
  oldest(): number
  /** Where a reader begins who wants only what comes from now on. */
  now(): Promise<StreamPosition>
  /** Whether the ledger has come so far. */
  reaches(position: StreamPosition): Promise<boolean>
  /** Reads what is new; `packsChanged`: packs too. True when there is more to tell. */
  refresh(packsChanged: boolean): Promise<boolean>
}

interface TailDeps extends Pick<QueryDeps, 'database' | 'progress' | 'readModels' | 'now'> {
  readonly ledger: Pick<Ledger, 'read' | 'ends'>
  /** How long after its end an hour is published, ms. */
  readonly delay: number
}

export function tailOf(deps: TailDeps): Tail {
  const { ledger, progress, readModels, delay, now } = deps
  const readRules = rulesNews(ledger)
  let rules: News[] = []
  let rulesNext = 0
  let packs: PackNews = { news: new Map(), parked: [] }
  let packsOf = { generation: 0, readAt: Number.NEGATIVE_INFINITY }
  let released = 0
  /** An hour that is due, and how far the ledger was then: its plays are published once all of that is folded. */
  let due: { readonly hour: number; readonly ends: readonly number[] } | null = null

  const oldest = () => now() - streamDays * 24 * anHour
  const dueHour = () => hourOf(now() - delay - appendsTake)

  async function refreshRules(): Promise<boolean> {
    const read = await readRules()
    rulesNext = read.next
    const since = oldest()
    rules = [...rules, ...read.news].filter(({ at }) => at >= since)
    return read.news.length > 0
  }

  async function refreshPacks(changed: boolean): Promise<boolean> {
    const generation = progress.current()?.generation.id ?? 0
    const isOld = now() - packsOf.readAt >= packsEvery || packsOf.generation !== generation
    if (!changed && !isOld) return false
    packs = await packNews(deps, oldest())
    packsOf = { generation, readAt: now() }
    return true
  }

  async function release(): Promise<boolean> {
    const hour = dueHour()
    if (hour > Math.max(released, due?.hour ?? 0)) due = { hour, ends: await ledger.ends('events') }
    const folded = progress.current()?.checkpoints ?? []
    if (due === null) return false
    if (due.ends.some((end, partition) => (folded[partition] ?? 0) < end)) return false
    released = due.hour
    due = null
    return true
  }

  return {
    rules: () => rules,
    packs: () => packs,
    released: () => released,
    oldest,
    async now() {
      const current = progress.current()
      const parked = current ? await parkedPackEvents(readModels, current.generation.id) : []
      return {
        hour: dueHour(),
        part: 0,
        rules: rulesNext,
        packs: [...(current?.checkpoints ?? [])],
        parked: parked.slice(0, mostParked),
      }
    },
    async reaches(position) {
      const [ofRules = 0] = await ledger.ends('rules')
      const ofPacks = await ledger.ends('events')
      return (
        // Clocks of two processes differ a little.
        position.hour <= dueHour() + 1 &&
        position.rules <= ofRules &&
        position.packs.every((offset, partition) => offset <= (ofPacks[partition] ?? 0))
      )
    },
    async refresh(packsChanged) {
      const changed = [await refreshRules(), await refreshPacks(packsChanged), await release()]
      return changed.includes(true)
    },
  }
}
