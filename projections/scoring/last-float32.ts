import { decimalOfFloat32 } from '@stepledger/contracts/play/float32-decimal.ts'

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** Returns the largest float32 whose decimal (see decimalOfFloat32) is at most `end`, which is positive. */
export function lastFloat32UpTo(end: number): number {
  float[0] = end
  while (decimalOfFloat32(float[0] ?? 0) > end) step(-1)
  while (decimalOfFloat32(float[0] ?? 0) <= end) step(1)
  step(-1)
  return float[0] ?? 0
}

/** Moves to the adjacent float: positive floats are ordered by their bits. */
function step(by: 1 | -1): void {
  bits[0] = (bits[0] ?? 0) + by
}
