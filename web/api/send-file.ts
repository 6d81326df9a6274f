import { ShownError } from './call-error.ts'

interface Address {
  readonly uploadUrl: string
  /** Headers that the signed address requires. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Uploads a file to a signed address, by XMLHttpRequest because fetch has no upload progress. `onSent`: bytes so far.
 * Throws ShownError, also when `signal` aborts.
 */
export function sendFile(
  { uploadUrl, headers }: Address,
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const fail = (why: string) => () => reject(new ShownError({ text: why }))
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () => {
      const { status, statusText } = request
      if (status >= 200 && status < 300) resolve()
      // HTTP/2 has no status text.
      else fail(`S3 upload failed: ${status} ${statusText}`.trim())()
    })
    request.addEventListener('error', fail('S3 upload failed: Network error'))
    request.addEventListener('abort', fail('S3 upload was aborted'))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.open('PUT', uploadUrl)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (signal.aborted) return fail('S3 upload was aborted')()
    signal.addEventListener('abort', stop, { once: true })
    request.send(file)
  })
}
