/** The longest beginning of the text that takes at most `bytes` bytes of UTF-8, whole characters. */
export function cutText(text: string, bytes: number): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const start = Buffer.from(text.slice(0, bytes))
  let end = Math.min(bytes, start.length)
  // A byte that continues a character must not be the first one that is cut off.
  while (end > 0 && ((start[end] ?? 0) & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}
