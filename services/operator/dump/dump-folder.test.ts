import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { explainFileError } from '../file-error.ts'
import { append } from './dump-folder.ts'

it('a full disk is a sentence with the file', async () => {
  const full = await open('/dev/full', 'w')
  const error: unknown = await append(
    full,
    '/dump/ledger/events-3',
    createHash('sha256'),
    Buffer.from('play'),
  ).catch((thrown) => thrown)
  await full.close()
  expect(explainFileError(error, null)).toEqual({
    text: '/dump/ledger/events-3 cannot be written: no space left on device',
    isArgument: false,
  })
})
