import { type LogFn, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * The log of a process: JSON lines on stdout, with the services of the process; repeated warnings and errors are limited.
 * Requests are logged without their query, which may contain the token of a mail, and database errors without their
 * detail, which may contain an address.
 */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, service: string): Logger {
  return pino({
    level: logLevel,
    base: { service },
    serializers: { err: describeError, req: describeRequest },
    hooks: { logMethod: limitRepeats() },
  })
}

function describeError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, code: 'code' in error ? error.code : undefined }
}

function describeRequest(request: { method: string; url: string }) {
  return { method: request.method, path: request.url.split('?', 1)[0] }
}

/** Interval of a line that repeats, ms. */
const everyMs = 60_000
/** Maximum kinds of lines that are followed; more are logged without a limit. */
const maxKinds = 1_000
/** Levels of pino: warn and error. Fatal lines are the last ones of a process. */
const limited = { from: 40, below: 60 }

interface Kind {
  repeated: number
  /** Logs the last line, with the number of repetitions and its own time. */
  last: (repeated: number) => void
}

/**
 * A pino hook that limits warnings and errors that repeat to one a minute: the first is logged at once, and those of the
 * minute after it as one line, when the minute ends, with their number in `repeated` and the time of the last in `lastAt`.
 * Lines are of one kind if they differ only in numbers and ids. `later`: runs a function after ms. `now`: ms since 1970.
 */
export function limitRepeats(
  later: (ms: number, run: () => void) => void = (ms, run) => void setTimeout(run, ms).unref(),
  now: () => number = Date.now,
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
    if (known) {
      const lastAt = now()
      known.repeated += 1
      known.last = (repeated) => method.apply(this, withFields(args, { repeated, lastAt }))
      return
    }
    if (kinds.size < maxKinds) {
      const kind: Kind = { repeated: 0, last: () => {} }
      kinds.set(name, kind)
      later(everyMs, () => close(name, kind))
    }
    log()
  }
}

function withFields(args: Parameters<LogFn>, fields: object): Parameters<LogFn> {
  const [first, message, ...rest] = args
  return isObject(first) ? [{ ...first, ...fields }, message, ...rest] : [fields, String(first)]
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
