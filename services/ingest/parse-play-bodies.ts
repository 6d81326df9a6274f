import { isRecord } from '@stepledger/contracts/is-record.ts'
import type { TimingColumns } from '@stepledger/contracts/play/timing-columns.ts'
import { readTimingText, type TimingText } from '@stepledger/contracts/play/timing-text.ts'
import type { FastifyInstance } from 'fastify'
import { parseBody, parseJsonBodies } from '../platform/http/json-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the play in the body, if they were read by column. */
    timingRows: TimingColumns | null
  }
}

/** Parses the bodies of plays; their rows by column where that is possible. */
export function parsePlayBodies(app: FastifyInstance): void {
  app.decorateRequest('timingRows', null)
  parseJsonBodies(app, (text, request) => {
    const { body, rows } = parsePlay(text)
    request.timingRows = rows
    return body
  })
}

/** `rows`: the timingData, for which `body` has null; null if they are in the body. Throws like `parseBody`. */
export function parsePlay(text: Buffer): { readonly body: unknown; readonly rows: TimingColumns | null } {
  const read = readTimingText(text)
  if (read !== null) {
    const body = parseOthers(text, read)
    // Otherwise the rows are those of an object inside of the play.
    if (isRecord(body) && Object.hasOwn(body, 'timingData')) return { body, rows: read.rows }
  }
  return { body: parseBody(text), rows: null }
}

const placeholder = Buffer.from('null')

/** Returns undefined for malformed JSON; parsing the whole text gives the error. */
function parseOthers(text: Buffer, { start, end }: TimingText): unknown {
  try {
    return parseBody(Buffer.concat([text.subarray(0, start), placeholder, text.subarray(end)]))
  } catch {
    return undefined
  }
}
