import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { asError } from '@stepledger/contracts/error-message.ts'
import { runWhenIdle } from '../../platform/child-process/run-when-idle.ts'
import { openEngine } from '../../platform/engine.ts'
import { type ExportReport, exportJob } from './export-process.ts'
import { exportSeries } from './export-series.ts'

/**
 * One export in a process of its own (export-process.ts), with the lowest priority. It is ended by SIGKILL: signals of
 * a terminal go to the process that started it.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const [[message]] = await Promise.all([once(process, 'message'), runWhenIdle()])
const { address, now, options } = exportJob.parse(message)
// The parent was killed, so this process removes the folder.
process.on('disconnect', () => {
  rmSync(options.folder, { recursive: true, force: true })
  process.exit(1)
})

/** An export without its database ends within 5 s. */
const ledgerTimeoutMs = 2_000

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

// Waits to be killed: if it exited by itself, its last message could be lost.
await report(await outcome())

async function outcome(): Promise<ExportReport> {
  try {
    const engine = await openEngine(address, { maxConnections: 3, ledgerTimeoutMs, log: quiet })
    try {
      const { signal } = new AbortController()
      const onProgress = (progress: Extract<ExportReport, { progress: unknown }>['progress']) =>
        void report({ progress })
      return { done: await exportSeries({ ...engine, now: () => now }, { ...options, onProgress, signal }) }
    } finally {
      await engine.close().catch(() => {})
    }
  } catch (error) {
    const { name, message } = asError(error)
    return { failed: { name, message } }
  }
}

/** Resolves when the message is sent. `disconnect` handles the exit of the parent. */
function report(message: ExportReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve())
  })
}
