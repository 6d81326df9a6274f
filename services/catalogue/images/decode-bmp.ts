import { checkSize, PictureError, type Pixels } from './variants.ts'

/** Default bit masks of red, green and blue in 16 and 32 bit pixels. */
const usualMasks = new Map([
  [16, [0x7c00, 0x03e0, 0x001f]],
  [32, [0xff0000, 0x00ff00, 0x0000ff]],
])

interface Header {
  readonly width: number
  readonly height: number
  /** Rows are stored bottom-up, the usual order. */
  readonly bottomUp: boolean
  readonly bits: number
  readonly masks: readonly number[]
  /** Offset of the colours, bytes per colour, and their number. */
  readonly palette: { readonly at: number; readonly step: number; readonly count: number }
  readonly pixelsAt: number
}

/**
 * Decodes a BMP, which sharp does not support: 1, 4, 8, 16, 24 or 32 bits, uncompressed, alpha ignored as games do.
 * Throws PictureError for other variants and malformed files.
 */
export function decodeBmp(bytes: Buffer): Pixels {
  try {
    return pixels(bytes, readHeader(bytes))
  } catch (error) {
    // Read beyond the end of the bytes.
    if (error instanceof RangeError) throw new PictureError('is broken')
    throw error
  }
}

function readHeader(bytes: Buffer): Header {
  const size = bytes.readUInt32LE(14)
  const old = size === 12
  if (!old && size < 40) throw new PictureError('is broken')
  const width = old ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const signed = old ? bytes.readUInt16LE(20) : bytes.readInt32LE(22)
  checkSize(width, Math.abs(signed))
  const bits = bytes.readUInt16LE(old ? 24 : 28)
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw new PictureError('is broken')
  const compression = old ? 0 : bytes.readUInt32LE(30)
  const bitFields = compression === 3 || compression === 6
  if (compression !== 0 && !bitFields) throw new PictureError('is a BMP of a kind that is not supported')
  const masks = bitFields ? [54, 58, 62].map((at) => bytes.readUInt32LE(at)) : (usualMasks.get(bits) ?? [])
  const colours = old ? 0 : bytes.readUInt32LE(46)
  return {
    width,
    height: Math.abs(signed),
    bottomUp: signed > 0,
    bits,
    masks,
    palette: { at: 14 + size, step: old ? 3 : 4, count: Math.min(colours || 2 ** bits, 2 ** bits) },
    pixelsAt: bytes.readUInt32LE(10),
  }
}

function pixels(bytes: Buffer, header: Header): Pixels {
  const { width, height, bits, bottomUp, pixelsAt } = header
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  if (pixelsAt + rowBytes * height > bytes.length) throw new PictureError('is broken')
  const colour = bits <= 8 ? fromPalette(bytes, header) : fromPixel(bytes, header)
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const row = pixelsAt + rowBytes * (bottomUp ? height - 1 - y : y)
    for (let x = 0; x < width; x += 1) data.writeUIntBE(colour(row, x), (y * width + x) * 3, 3)
  }
  return { width, height, channels: 3, data }
}

/** Reads the colour of a pixel, 0xrrggbb. `row`: offset of its row. */
type ColourOf = (row: number, x: number) => number

function fromPalette(bytes: Buffer, { bits, palette }: Header): ColourOf {
  const colours = Array.from({ length: palette.count }, (_, index) =>
    bytes.readUIntLE(palette.at + index * palette.step, 3),
  )
  const perByte = 8 / bits
  return (row, x) => {
    const byte = bytes[row + Math.floor(x / perByte)] ?? 0
    const index = (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)
    return colours[index] ?? 0
  }
}

function fromPixel(bytes: Buffer, { bits, masks }: Header): ColourOf {
  if (bits === 24) return (row, x) => bytes.readUIntLE(row + x * 3, 3)
  const [red, green, blue] = masks.map(channel)
  if (!red || !green || !blue) throw new PictureError('is broken')
  return (row, x) => {
    const pixel = bytes.readUIntLE(row + (x * bits) / 8, bits / 8)
    return (red(pixel) << 16) | (green(pixel) << 8) | blue(pixel)
  }
}

/** Scales the bits selected by a mask to 0 to 255. */
function channel(mask: number): (pixel: number) => number {
  const shift = Math.max(0, 31 - Math.clz32(mask & -mask))
  const most = mask >>> shift
  return (pixel) => (most === 0 ? 0 : Math.round((((pixel & mask) >>> shift) * 255) / most))
}
