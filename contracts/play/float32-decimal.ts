const powersOfTen = Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`))
const scratch = new Float32Array(1)
const scratchBits = new Uint32Array(scratch.buffer)

/**
 * Decimal exponents in which the numeric path below is exact: 10 to the power of 13 - exponent must be a double without
 * rounding.
 */
const lowestExponent = -9
const highestExponent = 13

/**
 * By the float's 8 bits of exponent: the decimal exponent of the smallest such float, and where the next one begins.
 */
const decimalExponents = new Int8Array(256).fill(-128)
const nextDecade = new Float64Array(256)
/** 10 to the power of 13 - exponent, in two doubles of few bits whose products with a float32 are exact. */
const scaleHigh = new Float64Array(256)
const scaleLow = new Float64Array(256)

for (let biased = 1; biased < 255; biased++) {
  const smallest = 2 ** (biased - 127)
  const exponent = Number(smallest.toExponential().split('e')[1])
  if (exponent < lowestExponent || exponent + 1 > highestExponent) continue
  decimalExponents[biased] = exponent
  nextDecade[biased] = Number(`1e${exponent + 1}`)
}
for (let exponent = lowestExponent; exponent <= highestExponent; exponent++) {
  const scale = powersOfTen[13 - exponent] ?? 0
  const high = Math.fround(scale)
  scaleHigh[exponent - lowestExponent] = high
  scaleLow[exponent - lowestExponent] = scale - high
}

/**
 * Returns the number that the game prints for a float32 (`%.14g`): its exact value rounded to 14 significant digits,
 * half to even. `float` must be a float32 (see `Math.fround`); NaN and the infinities are returned unchanged.
 */
export function decimalOfFloat32(float: number): number {
  scratch[0] = float
  const biased = ((scratchBits[0] ?? 0) >>> 23) & 255
  let exponent = decimalExponents[biased] ?? -128
  if (exponent === -128) return decimalOutsideTheTable(float)
  const magnitude = Math.abs(float)
  if (magnitude >= (nextDecade[biased] ?? 0)) exponent++

  // float × scale, as an unevaluated sum of two exact doubles
  const high = magnitude * (scaleHigh[exponent - lowestExponent] ?? 0)
  const low = magnitude * (scaleLow[exponent - lowestExponent] ?? 0)
  let digits = Math.floor(high + low)
  // exact: digits lies within a factor of two of high, and what remains is a multiple of 2^-31 below 2
  const rest = high - digits + low
  if (rest > 0.5 || (rest === 0.5 && digits % 2 === 1)) digits++

  const decimal = digits / (powersOfTen[13 - exponent] ?? 1)
  return float < 0 ? -decimal : decimal
}

/** Zeros, the non-finite, and magnitudes where no float32 lies halfway between two numbers of 14 digits. */
function decimalOutsideTheTable(float: number): number {
  return float === 0 || !Number.isFinite(float) ? float : Number(float.toPrecision(14))
}
