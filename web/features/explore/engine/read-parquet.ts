import type { ReadMessage, ReadRequest } from './messages.ts'

/**
 * Reads a Parquet file in its own worker. `onRows`: Arrow streams, in order. Rejects with the reason of a failure or of
 * the signal; the worker is terminated in any case.
 */
export async function readParquet(
  request: ReadRequest,
  signal: AbortSignal,
  { onBytes, onRows }: { onBytes: (bytes: number) => void; onRows: (stream: Uint8Array) => Promise<void> },
): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  let inserted = Promise.resolve()
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'The reader did not start')),
      )
      worker.addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => {
        if (data.kind === 'bytes') onBytes(data.bytes)
        else if (data.kind === 'rows') inserted = inserted.then(() => onRows(data.stream))
        else if (data.kind === 'failed') reject(new Error(data.reason))
        else inserted.then(resolve, reject)
        inserted.catch(reject)
      })
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
