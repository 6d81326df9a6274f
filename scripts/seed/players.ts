import { createHash } from 'node:crypto'
import type { BodyVersion } from '../../tests/generators/play-body.ts'
import { oneOf, seeded } from '../../tests/generators/random.ts'

export interface SeededPlayer {
  readonly id: string
  readonly alias: string
  /** ISO 3166-1 numeric; null if not set. */
  readonly country: number | null
  readonly sealingKey: Uint8Array
  /** Skill, in meters. */
  readonly level: number
  /** Mean offset, seconds, late positive. */
  readonly bias: number
  /** Body version of the player's game. */
  readonly version: BodyVersion
  /** Elements per row: old modules send two. */
  readonly width: 2 | 8
  readonly modifiers: Readonly<Record<string, unknown>>
}

const first = (
  'Blue Neon Lucky Silent Turbo Velvet Cosmic Rapid Paper Iron Sunny Odd Quick Mellow Arcade Winter ' +
  'Crossover Jumpy Double Stream Night Golden Pixel Tiny Giant Sleepy Electric Amber Polar Hidden ' +
  'Late Early'
).split(' ')
const second = (
  'Stepper Fox Arrow Panda Comet Otter Heel Toe Raven Noodle Drummer Falcon Muffin Rocket Badger ' +
  'Echo Wizard Pad Lynx Bracket Comma Moth Tiger Whale Cabinet Jack Footswitch Sparrow Gimmick Yak ' +
  'Candle Mine'
).split(' ')

/** Repeated in proportion to the approximate number of players. */
const setCountries = [
  840, 840, 840, 826, 826, 276, 392, 392, 124, 36, 250, 752, 578, 616, 380, 724, 484, 410, 528, 246, 152,
]
const countries = [...setCountries, null, null, null]
const oldVersions = ['1.0', '1.1', '1.2', '1.2', '1.3', '1.3', '1.3'] as const
const versions = [...oldVersions, ...Array<'1.4'>(13).fill('1.4')]

export function seededPlayer(seed: number, n: number): SeededPlayer {
  const random = seeded(seed, 1, n)
  const digest = createHash('sha256').update(`player ${seed} ${n}`).digest()
  const names = first.length * second.length
  // The stride is coprime to the number of pairs, so all pairs occur before one repeats.
  const name = (n * 397 + (seed % names)) % names
  const round = Math.floor(n / names)
  const alias = `${first[name % first.length]}${second[Math.floor(name / first.length)]}${round === 0 ? '' : round + 1}`
  const version = oneOf(random, versions)
  return {
    id: uuidOf(digest),
    alias,
    country: oneOf(random, countries),
    sealingKey: digest,
    level: 7 + 9 * random() ** 1.3,
    bias: (random() - 0.5) * 0.008,
    version,
    width: version < '1.2' || random() < 0.4 ? 2 : 8,
    modifiers: {
      mini: (n * 37) % 60,
      speed: { value: 300 + ((n * 25) % 500), type: n % 3 === 0 ? 'M' : 'C' },
      noteskin: n % 2 === 0 ? 'cel' : 'metal',
    },
  }
}

/** Formats a digest as a UUID with the bits of version 4. */
function uuidOf(digest: Buffer): string {
  const hex = digest.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
