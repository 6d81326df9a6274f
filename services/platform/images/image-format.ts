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
