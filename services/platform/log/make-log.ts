import { type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'
import { limitRepeats } from './limit-repeats.ts'

/**
 * The log of a process: a JSON line each, on standard output, with the services of the process; of warnings and errors
 * that repeat, one a minute. Requests are logged by method and path alone (a query may
 * hold the token of a mail), errors without what the database says about the row (it may hold an address).
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
