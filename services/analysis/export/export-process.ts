import { type ChildProcess, fork } from 'node:child_process'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import type { EngineAddress } from '../../platform/engine.ts'
import { ExportFailedError, NothingFoldedError } from './export-failed-error.ts'
import { type ExportJob, exportReport } from './export-messages.ts'
import type { ExportOptions, exportSeries } from './export-series.ts'

/** JavaScript heap, MB. With DuckDB (duck.ts), Node and a page of the ledger the process stays below 256 MB. */
const heapMb = 64
const youngMb = 2

interface ExportPlace {
  /** The built export-worker.ts; null exports in this process. */
  readonly worker: URL | null
  readonly address: EngineAddress
}

/** Runs each export in a process of its own, with limited memory and the lowest priority. */
export function exportIn({ worker, address }: ExportPlace): typeof exportSeries {
  if (worker === null) return lazyExportSeries
  return async ({ now }, options) => {
    const { save, onProgress, signal, ...job } = options
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
      return await supervise(child, { address, now: now(), options: job }, { save, onProgress, signal })
    } finally {
      child.kill('SIGKILL')
      await exited
    }
  }
}

type Hooks = Pick<ExportOptions, 'save' | 'onProgress' | 'signal'>

/** Resolves with the series. Rejects when the export fails, the process exits, or with the signal's reason. */
function supervise(
  child: ChildProcess,
  job: ExportJob,
  { save, onProgress, signal }: Hooks,
): Promise<Series> {
  return new Promise((resolve, reject) => {
    let doing = 'Starting the export'
    async function onReport(message: unknown) {
      const report = exportReport.parse(message)
      if ('done' in report) resolve(report.done)
      else if ('failed' in report) reject(failureOf(report.failed))
      else if ('save' in report) {
        await save(report.save)
        child.send({ saved: true })
      } else {
        doing = report.progress.what
        onProgress(report.progress)
      }
    }
    child.on('message', (message) => void onReport(message).catch(reject))
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
    child.send(job)
  })
}

function failureOf({ name, message }: { name: string; message: string }): Error {
  return name === 'NothingFoldedError' ? new NothingFoldedError(message) : new ExportFailedError(message)
}

/** Imports exportSeries lazily, because it loads a large library that few processes need. */
const lazyExportSeries: typeof exportSeries = async (...args) => {
  const { exportSeries } = await import('./export-series.ts')
  return exportSeries(...args)
}
