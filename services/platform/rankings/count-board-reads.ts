import { Counter, type Registry } from 'prom-client'
import type { ReadReason } from './redis-rankings.ts'

/** Counts board reads by source and reason. */
export function countBoardReads(registry: Registry): (by: 'Redis' | 'Postgres', why: ReadReason) => void {
  const reads = new Counter({
    name: 'stepledger_board_reads_total',
    help: 'Pages, ranks and neighbours that were not kept: answered by Redis, or by Postgres and why',
    labelNames: ['by', 'why'],
    registers: [registry],
  })
  return (by, why) => reads.inc({ by, why })
}
