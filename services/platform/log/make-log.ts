import { type Logger, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * The log of a process: JSON lines on stdout. Requests are logged without their query, which may contain the token of a
 * mail, and database errors without their detail, which may contain an address.
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
