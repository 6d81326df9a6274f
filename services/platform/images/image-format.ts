export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp'

/**
 * What an image is by its first bytes; names lie. Nothing else is handed to the decoders: an SVG or PDF called
 * banner.png would have them draw, and read other files.
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
