import { bytes } from '@stepledger/contracts/events/bytes.ts'
import sharp from 'sharp'
import { serveJobs } from '../../platform/child-process/serve-jobs.ts'
import { encodePicture } from './encode-picture.ts'

sharp.concurrency(1)
sharp.cache(false)
serveJobs(bytes, encodePicture)
