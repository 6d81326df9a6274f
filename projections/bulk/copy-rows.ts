import type { WrittenColumn } from '../written-column.ts'

const firstBytes = 64 * 1024
/** UTF-8 takes at most this many bytes for each unit of a string. */
const bytesAUnit = 3

/**
 * Rows as COPY reads them in its text format, each written as bytes at once: what lives on until its batch is whole
 * costs the collector.
 */
export function copyRows<Row>(columns: readonly WrittenColumn<Row>[]) {
  let buffer = Buffer.allocUnsafeSlow(firstBytes)
  let end = 0
  return {
    add(row: Row): void {
      const text = rowText(columns, row)
      const most = end + text.length * bytesAUnit
      if (most > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * buffer.length))
        larger.set(buffer.subarray(0, end))
        buffer = larger
      }
      end += buffer.write(text, end)
    },
    /** A copy of what was added since it was last asked, in UTF-8. */
    take(): Uint8Array<ArrayBuffer> {
      const taken = new Uint8Array(buffer.subarray(0, end))
      end = 0
      return taken
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
