import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import { foldInProcess } from '../../fold-in-process.ts'
import type { Log } from '../../platform/log/log.ts'
import { inProcessPush } from '../../platform/push/in-process.ts'
import type { ProgressOutput } from '../output.ts'
import type { Target } from './open-target.ts'

const pollMs = 100

/**
 * Runs a projector on the new system, beside `work`, which gets a function that waits until the copied events are
 * folded. So pages are complete when a server starts there.
 */
export async function whileFolding(
  { database, ledger }: Target,
  { output, log }: { readonly output: ProgressOutput; readonly log: Log },
  work: (folded: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const push = inProcessPush('stepledger-move')
  async function folded(): Promise<void> {
    const of = sum(await ledger.ends('events'))
    for (;;) {
      output.signal.throwIfAborted()
      const live = await readLiveGeneration(database)
      const done = live ? sum(await readCheckpoints(database.pool, live.id)) : 0
      if (done >= of) return
      output.progress({ what: 'Folding', done, of, unit: 'events' })
      await sleep(pollMs, undefined, { signal: output.signal }).catch(() => {})
    }
  }
  try {
    await foldInProcess({ database, ledger, push }, log, () => work(folded))
  } finally {
    await push.close()
  }
}

const generationsQuery = {
  text: 'select id, ledger_id, code_version, rules_offset, rules from projector.generations order by id',
}

/**
 * Whether the read models of the new system were folded under the rules that are in force in the old one: they stay.
 * Otherwise its server folds the ledger again when it starts.
 */
export async function keepsGenerations(source: Queryable, target: Queryable): Promise<boolean> {
  const here = (await source.query(generationsQuery)).rows
  const there = (await target.query(generationsQuery)).rows.slice(0, here.length)
  const [from, to] = [await readLiveGeneration({ pool: source }), await readLiveGeneration({ pool: target })]
  return (
    from?.rulesOffset === to?.rulesOffset && from !== null && JSON.stringify(here) === JSON.stringify(there)
  )
}

export async function dropReadModels(tx: pg.PoolClient): Promise<void> {
  await tx.query(`
    do $$ declare name text; begin
      for name in select nspname from pg_namespace where nspname ~ '^g[0-9]+$' loop
        execute format('drop schema %I cascade', name);
      end loop;
    end $$`)
}
