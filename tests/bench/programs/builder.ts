import { randomUUID } from 'node:crypto'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { dropGeneration } from '@stepledger/services/projector/generations/drop-generation.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { z } from 'zod'
import { answerJobs } from './answer-jobs.ts'

// Builds a generation from the whole ledger, or only reads the ledger; in its own process, so that its memory can be
// measured.

const job = z.object({ databaseUrl: z.string(), what: z.enum(['build', 'read']) })
const quiet = { info: () => {}, warn: console.error, error: console.error }

/** Interval for sampling the memory and checking whether the new generation is live, ms. */
const pollMs = 20

answerJobs(job, async ({ databaseUrl, what }) => {
  const engine = await openEngine(
    { databaseUrl, pushChannel: randomUUID() },
    { maxConnections: 6, log: quiet },
  )
  let maxBytes = 0
  const look = () => {
    maxBytes = Math.max(maxBytes, process.memoryUsage.rss())
  }
  const looking = setInterval(look, pollMs)
  const cpuBefore = process.cpuUsage()
  try {
    const ms = what === 'build' ? await build() : await read()
    const { user, system } = process.cpuUsage(cpuBefore)
    look()
    return { ms, rssBytes: maxBytes, cpuMs: (user + system) / 1000 }
  } finally {
    clearInterval(looking)
    await engine.close()
  }

  async function build(): Promise<number> {
    const { database, ledger } = engine
    const inForce = await latestRules(ledger)
    const before = await readLiveGeneration(database)
    if (!inForce || !before) throw new Error('no generation is live')
    const id = await requestGeneration(database, { inForce, codeVersion })
    const live = new Promise<void>((resolve) => {
      engine.push.subscribe(
        (notice) => {
          if (notice.kind === 'switched' && notice.generation === id) resolve()
        },
        () => {},
      )
    })
    const start = performance.now()
    const projector = await runProjector(engine, quiet)
    await live
    const ms = performance.now() - start
    await projector.stop()
    await dropGeneration(database, before.id)
    return ms
  }

  async function read(): Promise<number> {
    const start = performance.now()
    for await (const batch of engine.ledger.read('events', []))
      for (const { bytes } of batch) decodeEvent(bytes)
    return performance.now() - start
  }
})
