import type { FileHandle } from 'node:fs/promises'
import { RandomAccessReader } from 'yauzl'

/** Read-ahead, bytes: yauzl reads the central directory in pieces of about 100 bytes. */
const windowBytes = 64 * 1024

/**
 * A reader for yauzl that rejects offsets outside of the file. yauzl's own reader passes offsets of the zip to fs, and
 * one beyond 2^53 ends the process.
 */
export class FileReader extends RandomAccessReader {
  readonly #handle: FileHandle
  readonly #size: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0

  constructor(handle: FileHandle, size: number) {
    super()
    this.#handle = handle
    this.#size = size
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.readExactly(position, length).then(
      (bytes) => {
        bytes.copy(into, offset)
        done(null)
      },
      (error: Error) => done(error),
    )
  }

  /** Throws when the range is outside of the file. */
  async readExactly(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && position + length <= this.#size)) throw new Error('beyond the end of the file')
    const from = position - this.#windowStart
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length)
    const bytes = await this.#fetch(position, Math.min(Math.max(length, windowBytes), this.#size - position))
    if (bytes.length < length) throw new Error('the file became shorter')
    if (length < windowBytes) {
      this.#window = bytes
      this.#windowStart = position
    }
    return bytes.subarray(0, length)
  }

  forget(): void {
    this.#window = Buffer.alloc(0)
  }

  async #fetch(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(bytes, filled, length - filled, position + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  }
}
