import { JobKilledError, jobProcess } from '../../platform/child-process/job-process.ts'
import { program } from '../../platform/child-process/program.ts'
import { type PictureJob, type PictureKind, type Variants, variants } from './variants.ts'

/** Of one picture: time, s, and memory of the process that decodes it, bytes. */
export const variantsDeadlineSeconds = 20
export const maxVariantsMemory = 768 * 1024 ** 2

export interface VariantMaker {
  make(bytes: Buffer, kind: PictureKind): Promise<Variants>
  /** CPU time so far, ms. */
  cpuMs(): number
  stop(): void
}

const usual = { deadlineSeconds: variantsDeadlineSeconds, maxBytes: maxVariantsMemory }

/** Makes variants in a process of its own, which is killed when a picture takes too much time or memory. */
export function variantMaker({ deadlineSeconds, maxBytes } = usual): VariantMaker {
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
