import type { LogFn, Logger, LoggerOptions } from 'pino'

/** Interval of a line that repeats, ms. */
const everyMs = 60_000
/** Maximum kinds of lines that are followed; more are logged without a limit. */
const maxKinds = 1_000
/** Levels of pino: warn and error. Fatal lines are the last ones of a process. */
const limited = { from: 40, below: 60 }

interface Kind {
  repeated: number
  /** Logs the last line again, with the number of repetitions. */
  last: (repeated: number) => void
}

/**
 * A pino hook that limits warnings and errors that repeat to one a minute: the first is logged at once, and those of the
 * minute after it as one line with their number in `repeated`. Lines are of one kind if they differ only in numbers and
 * ids. `later`: runs a function after ms.
 */
export function limitRepeats(
  later: (ms: number, run: () => void) => void = (ms, run) => void setTimeout(run, ms).unref(),
): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const kinds = new Map<string, Kind>()

  function close(name: string, kind: Kind): void {
    if (kind.repeated === 0) {
      kinds.delete(name)
      return
    }
    kind.last(kind.repeated)
    kind.repeated = 0
    later(everyMs, () => close(name, kind))
  }

  return function limit(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const log = () => method.apply(this, args)
    if (level < limited.from || level >= limited.below) {
      log()
      return
    }
    const name = `${level} ${kindOf(args)}`
    const known = kinds.get(name)
    const last = (repeated: number) => method.apply(this, withCount(args, repeated))
    if (known) {
      known.repeated += 1
      known.last = last
      return
    }
    if (kinds.size < maxKinds) {
      const kind: Kind = { repeated: 0, last }
      kinds.set(name, kind)
      later(everyMs, () => close(name, kind))
    }
    log()
  }
}

function withCount(args: Parameters<LogFn>, repeated: number): Parameters<LogFn> {
  const [first, message, ...rest] = args
  return isObject(first) ? [{ ...first, repeated }, message, ...rest] : [{ repeated }, String(first)]
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\d+/g

/** The message of a line and of its error, without numbers and ids. */
function kindOf([first, message]: readonly unknown[]): string {
  const error = isObject(first) && 'err' in first && first.err instanceof Error ? first.err.message : ''
  return `${typeof first === 'string' ? first : String(message)} ${error}`.slice(0, 500).replaceAll(ids, '#')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
