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
