import { codeVersion } from '@stepledger/projections/code-version.ts'
import { Gauge, Registry } from 'prom-client'
import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import type { MetricsSource } from '../platform/metrics/serve-metrics.ts'
import { type FoldingState, readFoldingState } from './generations/folding-state.ts'

/**
 * How far folding is, the same numbers as in `ledger status`, read from the database at every scrape: so every process
 * can say them, also when no projector runs. Of several processes take the greatest, never the sum.
 */
export function foldingGauges(database: Database, ledger: Ledger): MetricsSource {
  const registry = new Registry()
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `stepledger_${name}`, help, labelNames, registers: [registry] })
  const events = gauge('ledger_events', 'Events in the ledger', 'partition')
  const folded = gauge('folded_events', 'Events that the live generation has folded', 'partition')
  const lag = gauge('lag_events', 'Events that the live generation has still to fold', 'partition')
  const parked = gauge('parked_events', 'Events that the live generation leaves out for now')
  const live = gauge('live_generation', 'The generation that is shown, 0 for none')
  const liveCode = gauge('live_code_version', 'The version of the code that folded what is shown')
  const liveRules = gauge('live_rules_offset', 'Where the rules of what is shown lie in the ledger')
  const ownCode = gauge('code_version', 'The version of the folding code of this process')
  const kept = gauge('kept_generations', 'Generations that were live before and are not pruned')
  const building = gauge('build_generation', 'The generation that is to become live, 0 for none')
  const built = gauge('build_folded_events', 'Events that it has folded, of those in the ledger')
  const stopped = gauge('build_stopped', '1 when it has met an event that it can not fold')

  function show(state: FoldingState): void {
    for (const { partition, ...counts } of state.partitions) {
      events.set({ partition }, counts.events)
      folded.set({ partition }, counts.folded)
      lag.set({ partition }, counts.lag)
    }
    parked.set(state.parked)
    live.set(state.live?.id ?? 0)
    liveCode.set(state.live?.codeVersion ?? 0)
    liveRules.set(state.live?.rulesOffset ?? 0)
    kept.set(state.kept.length)
    building.set(state.next?.generation.id ?? 0)
    built.set(state.next?.folded ?? 0)
    stopped.set(state.next && state.next.generation.stopped !== null ? 1 : 0)
  }
  ownCode.set(codeVersion)
  return async () => {
    show(await readFoldingState(database, ledger))
    return registry.metrics()
  }
}
