import { serveJobs } from '../../platform/child-process/serve-jobs.ts'
import { makeVariants } from './make-variants.ts'
import { pictureJob } from './variants.ts'

serveJobs(pictureJob, ({ bytes, kind }) =>
  makeVariants(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), kind),
)
