import { describe, expect, it } from 'vitest'
import { decimalOfFloat32 } from './float32-decimal.ts'

/** Reference implementation in integers: the exact fraction rounded to 14 digits, half to even. */
function reference(float: number): number {
  if (float === 0) return float
  const bits = new Uint32Array(Float32Array.of(float).buffer)[0] ?? 0
  const biased = (bits >>> 23) & 255
  const mantissa = BigInt((bits & 0x7fffff) | (biased === 0 ? 0 : 0x800000))
  const power = (biased === 0 ? 1 : biased) - 150
  let numerator = mantissa * 2n ** BigInt(Math.max(power, 0))
  let denominator = 2n ** BigInt(Math.max(-power, 0))
  let exponent = 0
  while (numerator < denominator * 10n ** 13n) {
    numerator *= 10n
    exponent--
  }
  while (numerator >= denominator * 10n ** 14n) {
    denominator *= 10n
    exponent++
  }
  let digits = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice > denominator || (twice === denominator && digits % 2n === 1n)) digits++
  return Number(`${float < 0 ? '-' : ''}${digits}e${exponent}`)
}

/** A repeatable stream of 32-bit numbers (xorshift). */
function* randomBits(seed: number, count: number): Generator<number> {
  let state = seed
  for (let i = 0; i < count; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state >>> 0
  }
}

const asFloat = (bits: number) => new Float32Array(Uint32Array.of(bits).buffer)[0] ?? 0

function expectAsReference(floats: Iterable<number>): void {
  const wrong: number[] = []
  for (const float of floats)
    if (!Object.is(decimalOfFloat32(float), reference(float)) && wrong.length < 5) wrong.push(float)
  expect(wrong).toEqual([])
}

describe('the decimal number that the game prints for a float32', () => {
  it('is exact for floats of every magnitude', () => {
    expectAsReference([...randomBits(2_463_534_242, 20_000)].map(asFloat).filter(Number.isFinite))
  })

  it('is exact for typical offsets and times', () => {
    const fractions = [...randomBits(88_172_645, 20_000)].map((bits) => bits / 2 ** 32)
    expectAsReference(fractions.map((share) => Math.fround((share - 0.5) * 0.363)))
    expectAsReference(fractions.map((share) => Math.fround(share * 1000)))
  })

  it('is exact for differences of two times, like offsets, which include ties', () => {
    const fractions = [...randomBits(123_456_789, 20_000)].map((bits) => bits / 2 ** 32)
    const differences = fractions.map((share, i) => {
      const time = Math.fround(share * 400)
      return Math.fround(time - Math.fround(time + ((i % 363) - 181) / 1000))
    })
    expectAsReference(differences)
  })

  it('rounds ties to the even digit', () => {
    // odd multiples of 2^-15 and 2^-16 below 0.66 have 15 or 16 digits, the last a 5
    const ties = Array.from({ length: 5000 }, (_, i) => [
      (2 * i + 1) * 2 ** -15,
      (2 * i + 1) * 2 ** -16,
    ]).flat()
    expectAsReference(ties)
    expectAsReference(ties.map((tie) => -tie))
    expect(decimalOfFloat32(0.100006103515625)).toBe(0.10000610351562)
    expect(decimalOfFloat32(0.100067138671875)).toBe(0.10006713867188)
  })

  it('is exact near powers of ten and two', () => {
    const near: number[] = []
    for (let exponent = -45; exponent <= 38; exponent++) near.push(Math.fround(Number(`1e${exponent}`)))
    for (let exponent = -149; exponent <= 127; exponent++) near.push(2 ** exponent)
    const around = near.flatMap((float) => {
      const bits = new Uint32Array(Float32Array.of(float).buffer)[0] ?? 0
      return [-2, -1, 0, 1, 2].map((step) => asFloat((bits + step) >>> 0))
    })
    expectAsReference(around.filter(Number.isFinite))
  })

  it('keeps zero, minus zero and non-finite numbers', () => {
    expect(decimalOfFloat32(0)).toBe(0)
    expect(decimalOfFloat32(-0)).toBe(-0)
    expect(decimalOfFloat32(Number.NaN)).toBeNaN()
    expect(decimalOfFloat32(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY)
  })
})
