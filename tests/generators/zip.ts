import { crc32, deflateRawSync } from 'node:zlib'

/** A file or folder of a zip, with the values that its headers state. */
export interface ZipEntry {
  /** Text is written as UTF-8, flagged if it is not ASCII; bytes without the flag. */
  readonly name: string | Buffer
  readonly bytes?: Buffer
  /** Replaces the compressed data of `bytes`. */
  readonly packed?: Buffer
  /** 0 stored, 8 deflated. */
  readonly method?: number
  readonly flags?: number
  readonly crc?: number
  readonly size?: number
  readonly packedSize?: number
  /** Name in the local header, where it differs from the central directory. */
  readonly localName?: string | Buffer
  /** Version made by; host in the high byte: 0 FAT, 3 Unix. */
  readonly madeBy?: number
  /** Unix mode: 0o120777 is a symlink. */
  readonly mode?: number
  readonly extra?: Buffer
  /** Offset of the local header according to the central directory. */
  readonly offset?: number
}

interface ZipShape {
  /** Number of entries according to the end record. */
  readonly count?: number
  readonly zip64?: boolean
  readonly comment?: Buffer
}

const wide = 0xffff_ffff
const nothing = Buffer.alloc(0)

/** A zip written by hand, so that its headers can be inconsistent. */
export function zip(entries: readonly ZipEntry[], shape: ZipShape = {}): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let end = 0
  for (const entry of entries) {
    const described = describe(entry)
    const file = [localHeader(described), described.localName, described.packed]
    files.push(...file)
    list.push(...listed(entry, described, entry.offset ?? end, shape.zip64 ?? false))
    end += sum(file)
  }
  return Buffer.concat([...files, ...list, endOfZip(shape.count ?? entries.length, sum(list), end, shape)])
}

function describe(entry: ZipEntry) {
  const bytes = entry.bytes ?? nothing
  const method = entry.method ?? 8
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes)
  const name = Buffer.from(entry.name)
  const needsUtf8 = typeof entry.name === 'string' && name.length > entry.name.length
  return {
    name,
    localName: Buffer.from(entry.localName ?? name),
    packed,
    size: entry.size ?? bytes.length,
    packedSize: entry.packedSize ?? packed.length,
    // Flags, method, time, checksum: the same in the local header and in the central directory.
    shared: fields(
      [2, entry.flags ?? (needsUtf8 ? 0x800 : 0)],
      [2, method],
      [4, 0],
      [4, entry.crc ?? crc32(bytes)],
    ),
  }
}
type Described = ReturnType<typeof describe>

function localHeader({ shared, packedSize, size, localName }: Described): Buffer {
  const sizes = fields(
    [4, Math.min(packedSize, wide)],
    [4, Math.min(size, wide)],
    [2, localName.length],
    [2, 0],
  )
  return Buffer.concat([fields([4, 0x04034b50], [2, 20]), shared, sizes])
}

function listed(entry: ZipEntry, described: Described, offset: number, zip64: boolean): Buffer[] {
  const { name, shared, packedSize, size } = described
  const wideSizes = zip64 ? fields([2, 1], [2, 24], [8, size], [8, packedSize], [8, offset]) : nothing
  const extra = Buffer.concat([entry.extra ?? nothing, wideSizes])
  const narrow = (value: number) => [4, zip64 ? wide : value] as const
  return [
    fields([4, 0x02014b50], [2, entry.madeBy ?? 3 << 8], [2, zip64 ? 45 : 20]),
    shared,
    fields(narrow(packedSize), narrow(size), [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    fields([4, ((entry.mode ?? 0) << 16) >>> 0], narrow(offset)),
    name,
    extra,
  ]
}

function endOfZip(
  count: number,
  bytes: number,
  at: number,
  { zip64 = false, comment = nothing }: ZipShape,
): Buffer {
  const record = fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count])
  const locator = fields([8, bytes], [8, at], [4, 0x07064b50], [4, 0], [8, at + bytes], [4, 1])
  const counted = zip64 ? 0xffff : count
  return Buffer.concat([
    ...(zip64 ? [record, locator] : []),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, counted], [2, counted]),
    fields([4, zip64 ? wide : bytes], [4, zip64 ? wide : at], [2, comment.length]),
    comment,
  ])
}

/** Deflated zeros: `mebibytes` of them, compressed to a thousandth. */
export function packedZeros(mebibytes: number): Buffer {
  // Deflate blocks that end with a full flush can be concatenated.
  const mebibyte = deflateRawSync(Buffer.alloc(1024 ** 2), { finishFlush: 3 })
  return Buffer.concat([...Array.from({ length: mebibytes }, () => mebibyte), Buffer.from([3, 0])])
}

/** The Unicode path extra field of Info-ZIP, with the real name. */
export function unicodePath(name: Buffer, truth: string): Buffer {
  const text = Buffer.from(truth)
  return Buffer.concat([fields([2, 0x7075], [2, 5 + text.length], [1, 1], [4, crc32(name)]), text])
}

/** Concatenated little-endian numbers, each with its width in bytes. */
function fields(...numbers: readonly (readonly [width: 1 | 2 | 4 | 8, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((total, [width]) => total + width, 0))
  let at = 0
  for (const [width, value] of numbers) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

function sum(buffers: readonly Buffer[]): number {
  return buffers.reduce((total, { length }) => total + length, 0)
}
