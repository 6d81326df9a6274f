import { type Readable, Transform } from 'node:stream'
import { conflict, HttpError } from '../http/http-error.ts'

export interface UploadBodyOptions {
  readonly body: Readable
  /** Bytes. */
  readonly size: number
  /** Without a byte for so long the upload is aborted with 408, ms. */
  readonly idleMs: number
  /** Whether it is still awaited: checked every `recheckMs` and after the last byte. Else it is aborted with 409. */
  readonly isAwaited: () => Promise<boolean>
  readonly recheckMs: number
}

export interface UploadBody {
  /** Bytes still to come. */
  left(): number
  abort(reason: Error): void
  /** Gives `store` the body. Throws the reason of an abort rather than the error that follows from it. */
  pass(store: (body: Readable) => Promise<void>): Promise<void>
}

export const notAwaited = () => conflict('This file was already sent or is no longer needed')

/**
 * A request body with timeouts that can be aborted. The request itself stays open: it is still to be answered.
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
  // A transient error is no reason to abort: there is a next check.
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
  // An abort may come before anything reads the stream.
  stream.on('error', () => {})
  const closed = () => {
    if (!body.readableEnded) abort(new Error('the client left'))
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
