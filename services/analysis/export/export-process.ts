import { type ChildProcess, fork } from 'node:child_process'
import { fileFormat, type Series, series } from '@stepledger/contracts/analysis/series.ts'
import { z } from 'zod'
import { type EngineAddress, engineAddress } from '../../platform/engine.ts'
import { ExportFailedError, NothingFoldedError } from './export-failed-error.ts'
import type { ExportOptions, exportSeries } from './export-series.ts'

/** The message to an export process. */
export const exportJob = z.object({
  address: engineAddress,
  /** ms since 1970. */
  now: z.number(),
  options: z.object({
    id: z.string(),
    folder: z.string(),
    prefix: z.string(),
    formats: z.array(fileFormat),
  }),
})

/** Messages from an export process. */
const exportReport = z.union([
  z.object({
    progress: z.object({
      what: z.string(),
      done: z.number().exactOptional(),
      of: z.number().exactOptional(),
      unit: z.string().exactOptional(),
    }),
  }),
  z.object({ done: series }),
  z.object({ failed: z.object({ name: z.string(), message: z.string() }) }),
])
export type ExportReport = z.infer<typeof exportReport>

/** JavaScript heap, MB. With DuckDB (export-series.ts), Node and a page of the ledger the process stays below 300 MB. */
const heapMb = 96
const youngMb = 2

interface ExportPlace {
  /** The built export-worker.ts; null exports in this process. */
  readonly worker: URL | null
  readonly address: EngineAddress
}

/** Runs each export in a process of its own, with limited memory and the lowest priority. */
export function exportIn({ worker, address }: ExportPlace): typeof exportSeries {
  // Imported lazily, because it loads a large library that few processes need.
  if (worker === null) return async (...args) => (await import('./export-series.ts')).exportSeries(...args)
  return async ({ now }, { onProgress, signal, ...options }) => {
    signal.throwIfAborted()
    const child = fork(worker, [], {
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        `--max-semi-space-size=${youngMb}`,
        '--enable-source-maps',
      ],
      // glibc retains freed memory in one arena per thread, so use one arena with a low trim threshold.
      env: { ...process.env, MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      // The process could not be started.
      child.once('error', () => child.pid ?? resolve())
    })
    try {
      const made = supervise(child, { onProgress, signal })
      child.send({ address, now: now(), options })
      return await made
    } finally {
      child.kill('SIGKILL')
      await exited
    }
  }
}

/** Resolves with the series. Rejects when the export fails, the process exits, or with the signal's reason. */
function supervise(
  child: ChildProcess,
  { onProgress, signal }: Pick<ExportOptions, 'onProgress' | 'signal'>,
): Promise<Series> {
  return new Promise((resolve, reject) => {
    let doing = 'Starting the export'
    child.on('message', (message) => {
      const { data: report, error } = exportReport.safeParse(message)
      if (error) reject(error)
      else if ('done' in report) resolve(report.done)
      else if ('failed' in report) reject(failureOf(report.failed))
      else {
        doing = report.progress.what
        onProgress(report.progress)
      }
    })
    child.once('exit', (code, killedBy) => {
      const how = killedBy === null ? `code ${code}` : killedBy
      reject(
        new ExportFailedError(
          `${doing} failed: the export process ended with ${how}, perhaps without memory`,
        ),
      )
    })
    child.on('error', reject)
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    child.once('exit', () => signal.removeEventListener('abort', onAbort))
  })
}

function failureOf({ name, message }: { name: string; message: string }): Error {
  return name === 'NothingFoldedError' ? new NothingFoldedError(message) : new ExportFailedError(message)
}
