import { maxParked, type StreamPosition, streamDays } from '@stepledger/contracts/stream.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import type { QueryDeps } from '../deps.ts'
import { anHour, hourOf } from './hours.ts'
import { type News, type PackNews, packNews, parkedPackEvents, rulesNews } from './news.ts'

/** Maximum time between the timestamp of an event and its append, ms. An hour is published after that. */
const maxAppendMs = 30_000

/** Interval after which news of packs is read again without a notice, ms. */
const packsPollMs = 30_000

/** The sources of the stream's messages, within its retention. */
export interface Tail {
  /** News of the topic `rules`, in its order. */
  rules(): readonly News[]
  packs(): PackNews
  /** The first hour that is not published yet. */
  released(): number
  /** The start of the retention period, ms since 1970. */
  oldest(): number
  /** The start position of a reader that only receives new messages. */
  now(): Promise<StreamPosition>
  /** Whether the position is not beyond the end of the ledger. */
  reaches(position: StreamPosition): Promise<boolean>
  /** Reads new messages, of packs only if `packsChanged` or due. Resolves to true when there may be new messages. */
  refresh(packsChanged: boolean): Promise<boolean>
}

interface TailDeps extends Pick<QueryDeps, 'database' | 'progress' | 'readModels' | 'now'> {
  readonly ledger: Pick<Ledger, 'read' | 'ends'>
  /** Publication delay after the end of an hour, ms. */
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
  /** An hour that is due, and the end offsets of the ledger at that time. It is released when all of that is folded. */
  let due: { readonly hour: number; readonly ends: readonly number[] } | null = null

  const oldest = () => now() - streamDays * 24 * anHour
  const dueHour = () => hourOf(now() - delay - maxAppendMs)

  async function refreshRules(): Promise<boolean> {
    const read = await readRules()
    rulesNext = read.next
    const since = oldest()
    rules = [...rules, ...read.news].filter(({ at }) => at >= since)
    return read.news.length > 0
  }

  async function refreshPacks(changed: boolean): Promise<boolean> {
    const generation = progress.current()?.generation.id ?? 0
    const isOld = now() - packsOf.readAt >= packsPollMs || packsOf.generation !== generation
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
        parked: parked.slice(0, maxParked),
      }
    },
    async reaches(position) {
      const [ofRules = 0] = await ledger.ends('rules')
      const ofPacks = await ledger.ends('events')
      return (
        // Allows for clock skew between processes.
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
