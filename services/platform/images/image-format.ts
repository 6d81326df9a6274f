type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp'

/**
 * Detects the image format by magic bytes, not by file name. Decoders get nothing else: an SVG or PDF named banner.png
 * would make them render it and read other files.
 */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp'
  if (start.startsWith('BM')) return 'bmp'
  return undefined
}

const startOfScan = 0xda
const endOfImage = 0xd9

/**
 * A decoder processes all pixels for each scan, so many tiny scans take minutes. Cameras write one, image editors ten,
 * optimizers up to twenty.
 */
export const maxJpegScans = 40

/** Whether a JPEG has more than `maxJpegScans` scans, by its markers, without decoding it. */
export function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === endOfImage) return false
    if (marker === startOfScan) scans++
    if (scans > maxJpegScans) return true
    // In order: fill bytes, scan data and markers without a length, other markers.
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (at + 3 < jpeg.length) at += 2 + jpeg.readUInt16BE(at + 2)
    else return false
  }
  return false
}
