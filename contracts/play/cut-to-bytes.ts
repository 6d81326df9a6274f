/** Returns the longest prefix of the text that fits in `bytes` bytes of UTF-8, without splitting a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const start = Buffer.from(text.slice(0, bytes))
  let end = Math.min(bytes, start.length)
  // Moves back while the cut is at a UTF-8 continuation byte.
  while (end > 0 && ((start[end] ?? 0) & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}
