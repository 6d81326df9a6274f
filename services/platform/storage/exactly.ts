import { Transform } from 'node:stream'
import { SizeError } from './storage.ts'

/**
 * Passes exactly `size` bytes; a longer or shorter stream fails with SizeError, a longer one before any excess byte is
 * passed.
 */
export function exactly(size: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > size) done(new SizeError(`more than the declared ${size} bytes`))
      else done(null, chunk)
    },
    flush(done) {
      done(passed < size ? new SizeError(`${passed} bytes, not the declared ${size}`) : null)
    },
  })
}
