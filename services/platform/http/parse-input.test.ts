import { createPackUpload } from '@stepledger/contracts/http/pack-uploads.ts'
import { createPictureUpload, setPicture } from '@stepledger/contracts/http/profile.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

describe('the reason of an invalid field', () => {
  const long = `${'x'.repeat(300)}.zip`
  it.each([
    [createPackUpload.body, { filename: long, contentType: 'application/zip' }],
    [createPictureUpload.body, { filename: long, contentType: 'image/png' }],
    [setPicture.body, { profileImageUrl: long }],
  ])('names the limit that a file name exceeds', (schema, input) => {
    expect(() => parseInput(schema, input, 'body')).toThrow('must have at most 300 characters')
  })

  it('has the singular for a limit of one', () => {
    const body = z.object({ hashes: z.array(z.string()).min(1) })
    expect(() => parseInput(body, { hashes: [] }, 'body')).toThrow('hashes must have at least 1 entry')
  })
})
