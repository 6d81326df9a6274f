import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { exportSeries } from '@stepledger/services/analysis/export/export-series.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { z } from 'zod'
import { answerJobs } from './answer-jobs.ts'

// Exports the folded history, or only reads the ledger; in its own process, so that its memory can be measured.

const job = z.object({ databaseUrl: z.string(), what: z.enum(['export', 'read']) })
const quiet = { info: () => {}, warn: console.error, error: console.error }

/** Interval for sampling the memory, ms. */
const pollMs = 20

answerJobs(job, async ({ databaseUrl, what }) => {
  const { database, ledger, close } = await openEngine(
    { databaseUrl, pushChannel: randomUUID() },
    { maxConnections: 4, log: quiet },
  )
  let maxBytes = 0
  const look = () => {
    maxBytes = Math.max(maxBytes, process.memoryUsage.rss())
  }
  const looking = setInterval(look, pollMs)
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-bench-export-'))
  try {
    const start = performance.now()
    const bytes = what === 'export' ? await exported() : await read()
    look()
    return { ms: performance.now() - start, rssBytes: maxBytes, bytes }
  } finally {
    clearInterval(looking)
    await rm(folder, { recursive: true, force: true })
    await close()
  }

  async function exported(): Promise<number> {
    const { files } = await exportSeries(
      { database, ledger, now: Date.now },
      {
        id: 'bench',
        folder,
        prefix: '',
        formats: ['parquet', 'csv.gz'],
        onProgress: () => {},
        signal: new AbortController().signal,
      },
    )
    return files.reduce((sum, file) => sum + file.bytes, 0)
  }

  async function read(): Promise<number> {
    let bytes = 0
    for await (const batch of ledger.read('events', []))
      for (const event of batch) if (decodeEvent(event.bytes)) bytes += event.bytes.length
    return bytes
  }
})
