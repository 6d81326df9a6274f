import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

interface JobProcessOptions<Result> {
  /** The program: a file that calls `serveJobs`. */
  readonly program: URL
  readonly result: z.ZodType<Result>
  /** Timeout of one job, ms, after which the process is killed. */
  readonly deadlineMs: number
  /** Bytes of memory that the process may allocate; enforced on Linux. */
  readonly maxBytes: number
}

/** Runs jobs in a child process, one at a time. */
interface JobProcess<Input, Result> {
  /** Starts the process if none is running. Throws JobKilledError, JobFailedError. */
  run(input: Input): Promise<Result>
  /** CPU time of all jobs so far, ms. */
  cpuMs(): number
  /** Kills the process; running jobs fail with JobKilledError. The next job starts another one. */
  stop(): void
}

/** The process ended before the result: at the deadline, for lack of memory, by a crash, or because of `stop`. */
export class JobKilledError extends Error {
  override readonly name = 'JobKilledError'
  readonly why: 'deadline' | 'stopped' | 'ended'

  constructor(why: JobKilledError['why'], cause?: unknown) {
    super(`the process of the job was ended: ${why}`, { cause })
    this.why = why
  }
}

/** The job threw. */
export class JobFailedError extends Error {
  override readonly name = 'JobFailedError'
}

/** Idle timeout after which the process exits and frees its memory, ms. */
const idleMs = 30_000
/** Timeout of the process start, ms. */
const startMs = 60_000
/** Limit of the JavaScript heap, MB; image buffers are allocated outside of it. */
const heapMegabytes = 128

const report = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ result: z.unknown(), cpuMs: z.number() }),
  z.object({ failed: z.string(), cpuMs: z.number() }),
])

export function jobProcess<Input, Result>(options: JobProcessOptions<Result>): JobProcess<Input, Result> {
  const { program, result, deadlineMs, maxBytes } = options
  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let cpuMs = 0

  async function runNow(input: Input): Promise<Result> {
    clearTimeout(idle)
    // A killed process stays connected until the kernel has ended it.
    if (!running?.child.connected || running.ended.aborted) running = start(program, maxBytes)
    const { child } = running
    hold(child)
    try {
      await running.started
      const done = await nextMessage(running, deadlineMs, () => child.send({ job: input }))
      if ('ready' in done) throw new JobKilledError('ended')
      cpuMs += done.cpuMs
      if ('failed' in done) throw new JobFailedError(done.failed)
      return result.parse(done.result)
    } finally {
      release(child)
      idle = setTimeout(stop, idleMs)
      idle.unref()
    }
  }

  function stop(): void {
    clearTimeout(idle)
    running?.kill('stopped')
    running = null
  }

  return {
    run(input) {
      const next = turn.then(() => runNow(input))
      turn = next.catch(() => {})
      return next
    },
    cpuMs: () => cpuMs,
    stop,
  }
}

interface Running {
  readonly child: ChildProcess
  readonly started: Promise<unknown>
  /** Aborted when the process has ended. */
  readonly ended: AbortSignal
  kill(why: JobKilledError['why']): void
}

function start(program: URL, maxBytes: number): Running {
  const child = spawnLimited(program, maxBytes)
  const ending = new AbortController()
  let why: JobKilledError['why'] = 'ended'
  const end = (cause?: unknown) => ending.abort(new JobKilledError(why, cause))
  child.once('exit', () => end())
  child.once('error', end)
  const running: Omit<Running, 'started'> = {
    child,
    ended: ending.signal,
    kill(reason) {
      why = reason
      child.kill('SIGKILL')
      end()
    },
  }
  const started = nextMessage(running, startMs)
  started.catch(() => {})
  return { ...running, started }
}

/** Resolves with the next message after `send`. Kills the process after a timeout. */
async function nextMessage(
  { child, ended, kill }: Omit<Running, 'started'>,
  ms: number,
  send: () => void = () => {},
) {
  const deadline = setTimeout(() => kill('deadline'), ms)
  try {
    const received = once(child, 'message', { signal: ended })
    send()
    const [message] = await received
    return report.parse(message)
  } catch (error) {
    throw ended.aborted ? ended.reason : error
  } finally {
    clearTimeout(deadline)
  }
}

function spawnLimited(program: URL, maxBytes: number): ChildProcess {
  // Without a build, programs are TypeScript.
  const loader = program.pathname.endsWith('.ts') ? ['--import', 'tsx'] : []
  const args = [`--max-old-space-size=${heapMegabytes}`, ...loader, fileURLToPath(program)]
  // Node can't limit native allocations; ulimit of the shell can, which then execs Node.
  const limit = `ulimit -d ${Math.floor(maxBytes / 1024)} && exec "$0" "$@"`
  const [command, all] =
    process.platform === 'linux'
      ? ['/bin/sh', ['-c', limit, process.execPath, ...args]]
      : [process.execPath, args]
  // A minimal environment, without secrets such as database passwords.
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ } = process.env
  return spawn(command, all, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_ },
  })
}

/** An idle child does not keep the parent process alive. */
function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}

/**
 * Returns the program of a child process: `source` relative to `from` when running from TypeScript, else its build
 * output, named as in `scripts/build.mjs`.
 */
export function program(name: string, source: string, from: string): URL {
  return from.endsWith('.ts') ? new URL(source, from) : new URL(`./${name}.js`, from)
}
