import { crc32, deflateRawSync } from 'node:zlib'

/** One file or folder of a zip, as it is and as the zip says it is. */
export interface ZipEntry {
  /** Text is written as UTF-8, with the flag for it when it is not ASCII; bytes as they are, without. */
  readonly name: string | Buffer
  readonly bytes?: Buffer
  /** What stands in the zip instead of `bytes` packed. */
  readonly packed?: Buffer
  /** 0 stored, 8 deflated. */
  readonly method?: number
  readonly flags?: number
  readonly crc?: number
  readonly size?: number
  readonly packedSize?: number
  /** Name in the file's own header, where it is another than in the list. */
  readonly localName?: string | Buffer
  /** Of the host in the high byte: 0 FAT, 3 Unix. */
  readonly madeBy?: number
  /** The mode of Unix: 0o120777 is a link. */
  readonly mode?: number
  readonly extra?: Buffer
  /** Where the list says that the file begins. */
  readonly offset?: number
}

interface ZipShape {
  /** How many entries the end of the zip says there are. */
  readonly count?: number
  readonly zip64?: boolean
  readonly comment?: Buffer
}

const wide = 0xffff_ffff

/** A zip written by hand, so that it can lie about anything. */
export function zip(
  entries: readonly ZipEntry[],
  { count = entries.length, zip64 = false, comment = Buffer.alloc(0) }: ZipShape = {},
): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let end = 0
  for (const entry of entries) {
    const bytes = entry.bytes ?? Buffer.alloc(0)
    const method = entry.method ?? 8
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes)
    const name = Buffer.from(entry.name)
    const isText = typeof entry.name === 'string' && name.length > entry.name.length
    const flags = entry.flags ?? (isText ? 0x800 : 0)
    const size = entry.size ?? bytes.length
    const packedSize = entry.packedSize ?? packed.length
    const shared = [u16(flags), u16(method), u32(0), u32(entry.crc ?? crc32(bytes))]
    const localName = Buffer.from(entry.localName ?? name)
    const header = [
      u32(0x04034b50),
      u16(20),
      ...shared,
      u32(Math.min(packedSize, wide)),
      u32(Math.min(size, wide)),
      u16(localName.length),
      u16(0),
    ]
    files.push(...header, localName, packed)

    const offset = entry.offset ?? end
    const sizes = Buffer.concat([u16(1), u16(24), u64(size), u64(packedSize), u64(offset)])
    const extra = Buffer.concat([entry.extra ?? Buffer.alloc(0), ...(zip64 ? [sizes] : [])])
    const narrow = (value: number) => u32(zip64 ? wide : value)
    list.push(
      ...[u32(0x02014b50), u16(entry.madeBy ?? 3 << 8), u16(zip64 ? 45 : 20), ...shared],
      ...[narrow(packedSize), narrow(size), u16(name.length), u16(extra.length), u16(0), u16(0), u16(0)],
      ...[u32(((entry.mode ?? 0) << 16) >>> 0), narrow(offset), name, extra],
    )
    end += sum(header) + localName.length + packed.length
  }
  const listBytes = sum(list)
  const record64 = [
    ...[u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0)],
    ...[u64(count), u64(count), u64(listBytes), u64(end)],
    ...[u32(0x07064b50), u32(0), u64(end + listBytes), u32(1)],
  ]
  const record = [
    ...[
      u32(0x06054b50),
      u16(0),
      u16(0),
      u16(zip64 ? 0xffff : count % 65_536),
      u16(zip64 ? 0xffff : count % 65_536),
    ],
    ...[u32(zip64 ? wide : listBytes), u32(zip64 ? wide : end), u16(comment.length), comment],
  ]
  return Buffer.concat([...files, ...list, ...(zip64 ? record64 : []), ...record])
}

/** Deflated zeros: `mebibytes` of them in a thousandth of that, made at once. */
export function packedZeros(mebibytes: number): Buffer {
  // Blocks that end at a full flush can stand one behind the other.
  const mebibyte = deflateRawSync(Buffer.alloc(1024 ** 2), { finishFlush: 3 })
  return Buffer.concat([...Array.from({ length: mebibytes }, () => mebibyte), Buffer.from([3, 0])])
}

/** The Unicode path field of Info-ZIP: what `name` is called in truth. */
export function unicodePath(name: Buffer, truth: string): Buffer {
  const data = Buffer.concat([Buffer.from([1]), u32(crc32(name)), Buffer.from(truth)])
  return Buffer.concat([u16(0x7075), u16(data.length), data])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function sum(buffers: readonly Buffer[]): number {
  return buffers.reduce((total, { length }) => total + length, 0)
}
