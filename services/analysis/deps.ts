import type { Registry } from 'prom-client'
import type { Config } from '../platform/config/config.ts'
import type { DiskSpace } from '../platform/disk/disk-space.ts'
import type { Log } from '../platform/log/log.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { PublishDeps } from './publication/publish.ts'

export interface AnalysisDeps extends PublishDeps {
  readonly storage: Storage
  readonly log: Log
  /** The disk of `dataDir`. */
  readonly disk: Pick<DiskSpace, 'isLow'>
  readonly metrics: Registry
  readonly publishedData: Config['publishedData']
}
