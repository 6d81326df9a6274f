import { type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * The log of a process: a JSON line each, on standard output. Requests are logged by method and path alone (a query may
 * hold the token of a mail), errors without what the database says about the row (it may hold an address).
 */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: logLevel, base: null, serializers: { err: describeError, req: describeRequest } })
}

function describeError(error: Error) {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, code: 'code' in error ? error.code : undefined }
}

function describeRequest(request: { method: string; url: string }) {
  return { method: request.method, path: request.url.split('?', 1)[0] }
}
