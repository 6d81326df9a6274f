import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { ReadMessage, ReadRequest } from './messages.ts'
import { readFile } from './read-file.ts'

/** Until a file is given up when nothing of it arrives, ms. */
const patience = 20_000

function tell(message: ReadMessage, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer })
}

self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  try {
    for await (const stream of readFile(await fetchWhole(data.url), data.columns)) {
      tell({ kind: 'rows', stream }, [stream.buffer])
    }
    tell({ kind: 'done' })
  } catch (error) {
    tell({ kind: 'failed', reason: errorMessage(error) })
  }
})

async function fetchWhole(url: string): Promise<ArrayBuffer> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), patience)
  const response = await fetch(url, { signal: stop.signal })
  if (!response.ok || response.body === null) throw new Error(`${url} was answered ${response.status}`)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of read(response.body)) {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(), patience)
    parts.push(part)
    tell({ kind: 'bytes', bytes: part.byteLength })
  }
  clearTimeout(timer)
  return new Blob(parts).arrayBuffer()
}

/** Not every browser iterates over a stream itself. */
async function* read(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
