import type { WrittenColumn } from '../written-column.ts'

const initialBytes = 64 * 1024
/** Maximum bytes of UTF-8 for one UTF-16 code unit. */
const bytesPerUnit = 3

/**
 * Buffers rows in COPY's text format. Each row is encoded to bytes at once: strings that live until the batch is
 * complete burden the garbage collector.
 */
export function copyRows<Row>(columns: readonly WrittenColumn<Row>[]) {
  let buffer = Buffer.allocUnsafeSlow(initialBytes)
  let end = 0
  return {
    add(row: Row): void {
      const text = rowText(columns, row)
      const maxEnd = end + text.length * bytesPerUnit
      if (maxEnd > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(maxEnd, 2 * buffer.length))
        larger.set(buffer.subarray(0, end))
        buffer = larger
      }
      end += buffer.write(text, end)
    },
    /** Returns a copy of the buffered rows in UTF-8 and clears the buffer. */
    take(): Uint8Array<ArrayBuffer> {
      const rows = new Uint8Array(buffer.subarray(0, end))
      end = 0
      return rows
    },
  }
}

function rowText<Row>(columns: readonly WrittenColumn<Row>[], row: Row): string {
  let text = ''
  for (const [i, { value }] of columns.entries()) {
    const item = value(row)
    if (i > 0) text += '\t'
    text += typeof item === 'string' ? escaped(item) : item === null ? '\\N' : item
  }
  return `${text}\n`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter) : text
}
