import { JobKilledError, jobProcess, program } from '../../platform/child-process/job-process.ts'
import { type PictureJob, type PictureKind, type Variants, variants } from './variants.ts'

/** Limits of the process that decodes one picture: seconds and bytes. */
export const variantsDeadlineSeconds = 20
export const maxVariantsMemory = 768 * 1024 ** 2

export interface VariantMaker {
  make(bytes: Buffer, kind: PictureKind): Promise<Variants>
  /** CPU time so far, ms. */
  cpuMs(): number
  stop(): void
}

const defaults = { deadlineSeconds: variantsDeadlineSeconds, maxBytes: maxVariantsMemory }

/** Makes variants in a child process, which is killed when a picture exceeds the limits of time or memory. */
export function variantMaker({ deadlineSeconds, maxBytes } = defaults): VariantMaker {
  const process = jobProcess<PictureJob, Variants>({
    program: program('pack-picture-process', './picture-process.ts', import.meta.url),
    result: variants,
    deadlineMs: deadlineSeconds * 1000,
    maxBytes,
  })
  return {
    async make(bytes, kind) {
      try {
        return await process.run({ bytes, kind })
      } catch (error) {
        if (!(error instanceof JobKilledError) || error.why === 'stopped') throw error
        if (error.why === 'deadline')
          return { skipped: `takes more than ${deadlineSeconds} seconds to decode` }
        return { skipped: 'takes too much memory to decode' }
      }
    },
    cpuMs: process.cpuMs,
    stop: process.stop,
  }
}
