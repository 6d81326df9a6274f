import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { ReadMessage, ReadRequest } from './messages.ts'
import { readFile } from './read-file.ts'

/** The timeout between two chunks of a download, ms. */
const chunkTimeout = 20_000

function post(message: ReadMessage, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer })
}

self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  try {
    for await (const stream of readFile(await fetchWhole(data.url), data.columns)) {
      post({ kind: 'rows', stream }, [stream.buffer])
    }
    post({ kind: 'done' })
  } catch (error) {
    post({ kind: 'failed', reason: errorMessage(error) })
  }
})

async function fetchWhole(url: string): Promise<ArrayBuffer> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), chunkTimeout)
  const response = await fetch(url, { signal: stop.signal })
  if (!response.ok || response.body === null) throw new Error(`${url} returned ${response.status}`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of read(response.body)) {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(), chunkTimeout)
    parts.push(part)
    post({ kind: 'bytes', bytes: part.byteLength })
  }
  clearTimeout(timer)
  return new Blob(parts).arrayBuffer()
}

/** Not every browser supports async iteration of streams. */
async function* read(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
