import { expect, it, onTestFinished } from 'vitest'
import { progressiveJpeg } from '../../../tests/generators/progressive-jpeg.ts'
import { maxJpegScans } from '../../platform/images/image-format.ts'
import { maxVariantsMemory, variantMaker } from './variants.ts'

it('leaves out a picture that takes too long to decode', async () => {
  const { make, stop } = variantMaker({ deadlineSeconds: 0.05, maxBytes: maxVariantsMemory })
  onTestFinished(stop)
  // The largest accepted picture, which takes at least 200 ms.
  const slow = await make(progressiveJpeg(4096, maxJpegScans), 'banner')
  expect(slow).toEqual({ skipped: 'takes more than 0.05 seconds to decode' })
})
