import { type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'
import { limitRepeats } from './limit-repeats.ts'

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
