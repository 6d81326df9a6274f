import { type Readable, Transform } from 'node:stream'
import { conflict, HttpError } from '../http/http-error.ts'

export interface UploadBodyOptions {
  readonly body: Readable
  /** Bytes. */
  readonly size: number
  /** Idle timeout after which the upload is aborted with 408, ms. */
  readonly idleMs: number
  /** Whether it is still expected: checked every `recheckMs` and at the end. If not, it is aborted with 409. */
  readonly isAwaited: () => Promise<boolean>
  readonly recheckMs: number
}

export interface UploadBody {
  /** Remaining bytes. */
  left(): number
  abort(reason: Error): void
  /** Passes the body to `store`. After an abort, throws its reason instead of the resulting stream error. */
  pass(store: (body: Readable) => Promise<void>): Promise<void>
}

export const notAwaited = () => conflict('This file was already uploaded, or is no longer needed')

/**
 * An abortable request body with timeouts. The request itself stays open for the response.
 */
export function uploadBody({ body, size, idleMs, isAwaited, recheckMs }: UploadBodyOptions): UploadBody {
  let left = size
  let reason: Error | null = null
  const abort = (why: Error) => {
    reason ??= why
    stream.destroy(why)
  }
  const idle = setTimeout(() => abort(new HttpError(408, 'The upload has stalled')), idleMs)
  const recheck = async () => {
    if (!(await isAwaited())) abort(notAwaited())
  }
  // Transient errors are ignored until the next check.
  const rechecking = setInterval(() => void recheck().catch(() => {}), recheckMs)
  const stopTimers = () => {
    clearTimeout(idle)
    clearInterval(rechecking)
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      idle.refresh()
      done(null, chunk)
    },
    flush(done) {
      stopTimers()
      isAwaited().then((awaited) => done(awaited ? null : notAwaited()), done)
    },
  })
  // The abort may precede the first read of the stream.
  stream.on('error', () => {})
  const closed = () => {
    if (!body.readableEnded) abort(new Error('the client disconnected'))
  }

  return {
    left: () => left,
    abort,
    async pass(store) {
      body.on('close', closed)
      if (body.destroyed) closed()
      try {
        await store(body.pipe(stream))
      } catch (error) {
        throw reason ?? error
      } finally {
        stopTimers()
        body.off('close', closed).unpipe(stream)
        stream.destroy()
      }
    },
  }
}
