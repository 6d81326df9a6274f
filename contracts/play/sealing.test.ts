import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from './sealing.ts'

const key = randomBytes(32)

describe('sealing', () => {
  it('restores the text with the key', () => {
    expect(unseal(seal('{"grade":"é😀"}', key, randomBytes), key)).toBe('{"grade":"é😀"}')
  })

  it('adds 28 bytes and never repeats a ciphertext', () => {
    const first = seal('{}', key, randomBytes)
    expect(first.length).toBe(30)
    expect(Buffer.from(first).equals(seal('{}', key, randomBytes))).toBe(false)
  })

  it('throws with another key or changed bytes', () => {
    const sealed = seal('{"a":1}', key, randomBytes)
    expect(() => unseal(sealed, randomBytes(32))).toThrow()
    for (const at of [0, 12, 28]) {
      const changed = Uint8Array.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => unseal(changed, key)).toThrow()
    }
  })
})
