/**
 * A BMP of 1, 4, 8, 16, 24 or 32 bits per pixel. `colourAt`: 0xrrggbb; up to 8 bits the palette consists of the first
 * colours that occur.
 */
export function bmp(
  width: number,
  height: number,
  bits: number,
  colourAt: (x: number, y: number) => number,
  { topDown = false } = {},
): Buffer {
  const palette: number[] = []
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const rows = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const row = rowBytes * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(x, y)
      if (bits === 16) {
        const [red, green, blue] = [colour >> 16, (colour >> 8) & 255, colour & 255]
        rows.writeUInt16LE(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3), row + x * 2)
      } else if (bits > 16) rows.writeUIntLE(colour, row + (x * bits) / 8, 3)
      else {
        if (!palette.includes(colour)) palette.push(colour)
        const at = row + Math.floor((x * bits) / 8)
        const shift = 8 - bits - ((x * bits) % 8)
        rows[at] = (rows[at] ?? 0) | (palette.indexOf(colour) << shift)
      }
    }
  }
  const header = Buffer.alloc(54 + palette.length * 4)
  header.write('BM')
  header.writeUInt32LE(header.length + rows.length, 2)
  header.writeUInt32LE(header.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(topDown ? -height : height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(palette.length, 46)
  for (const [index, colour] of palette.entries()) header.writeUInt32LE(colour, 54 + index * 4)
  return Buffer.concat([header, rows])
}
