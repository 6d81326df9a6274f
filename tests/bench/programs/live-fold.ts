import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { dropGeneration } from '@stepledger/services/projector/generations/drop-generation.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { answerJobs } from './answer-jobs.ts'

// Folds the backlog of the ledger, alone or beside a build of the whole ledger, which is aborted afterwards.

const job = z.object({ databaseUrl: z.string(), beside: z.boolean() })
const quiet = { info: () => {}, warn: console.error, error: console.error }
const pollMs = 5

answerJobs(job, async ({ databaseUrl, beside }) => {
  const engine = await openEngine(
    { databaseUrl, pushChannel: randomUUID() },
    { maxConnections: 8, log: quiet },
  )
  const { database, ledger } = engine
  try {
    const inForce = await latestRules(ledger)
    const live = await readLiveGeneration(database)
    if (!inForce || !live) throw new Error('no generation is live')
    const ends = await ledger.ends('events')
    const built = beside ? await requestGeneration(database, { inForce, codeVersion }) : null
    const start = performance.now()
    const projector = await runProjector(engine, quiet)
    while ((await readCheckpoints(database.pool, live.id)).some((offset, n) => offset < (ends[n] ?? 0)))
      await sleep(pollMs)
    const ms = performance.now() - start
    const goesOn = (await readGenerations(database.pool)).some(({ state }) => state === 'next')
    if (beside && !goesOn) throw new Error('the build was over first: a longer --history is needed')
    await database.pool.query('delete from projector.next')
    await projector.stop()
    if (built !== null) await dropGeneration(database, built)
    return { ms }
  } finally {
    await engine.close()
  }
})
