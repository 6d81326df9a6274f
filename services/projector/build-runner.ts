import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { Engine } from '../platform/engine.ts'
import { type Build, type BuildEnd, type BuildOptions, startBuild } from './build/build.ts'
import { reportPreview } from './comparison/report-preview.ts'
import type { GenerationWithState } from './generations/generations.ts'

/** Runs the build of one generation at a time, and publishes notices of its progress. */
export interface BuildRunner {
  /** Builds this generation, unless its build is running or has stopped. Stops the build of any other one. */
  run(next: GenerationWithState | undefined): Promise<void>
  /** Releases a build that has ended. Called before the generations are read: older rows would start it again. */
  releaseEnded(): void
  stop(): Promise<void>
}

interface BuildRunnerOptions extends Pick<BuildOptions, 'log' | 'liveBusyMs' | 'extraFold' | 'metrics'> {
  readonly onEnded: () => void
}

export function buildRunner(
  engine: Pick<Engine, 'database' | 'ledger' | 'push'>,
  { onEnded, ...options }: BuildRunnerOptions,
): BuildRunner {
  const { database, ledger, push } = engine
  const { log } = options
  let build: Build | null = null
  let hasEnded = false
  /** The generation whose build stopped. It is not retried until its row is reset. */
  let stopped = 0
  const notify = (about: 'folding' | 'rules') => push.publish({ kind: 'operations', about })

  function end(ended: Build, { id }: GenerationWithState, how: BuildEnd): void {
    notify('folding')
    notify('rules')
    if (build === ended) hasEnded = true
    if (how === 'stopped') stopped = id
    if (how === 'switched') {
      log.info(`generation ${id} is live`)
      push.publish({ kind: 'switched', generation: id })
    }
    onEnded()
  }

  return {
    async run(next) {
      if (build && build.generation.id !== next?.id) {
        await build.stop()
        build = null
      }
      if (!next || build || next.codeVersion !== codeVersion) return
      if (next.stopped !== null && (next.id === stopped || next.state === 'preview')) return
      if (next.stopped !== null)
        await database.pool.query('update projector.next set stopped = null where generation = $1', [next.id])
      stopped = 0
      const how = next.leftMsAgo !== null ? 'brought up to date' : 'built'
      log.info(`generation ${next.id} is being ${how}${next.state === 'preview' ? ', as a preview' : ''}`)
      const started = startBuild({
        ...options,
        database,
        ledger,
        generation: next,
        onProgress: () => notify('folding'),
        onPreviewReached: async (preview, signal) => {
          if (await reportPreview(engine, preview, signal)) notify('rules')
        },
      })
      build = started
      hasEnded = false
      void started.ended.then((how) => end(started, next, how))
    },
    releaseEnded() {
      if (hasEnded) build = null
    },
    async stop() {
      await build?.stop()
    },
  }
}
