import type { Registry } from 'prom-client'
import type { DiskSpace } from '../disk/disk-space.ts'
import { instruments } from './instruments.ts'

/** Gauges of free disk space; none if the disk is not monitored. */
export function measureDisk(disk: DiskSpace, registry: Registry): void {
  if (disk.free() === null) return
  const { measured } = instruments(registry)
  measured('disk_free_bytes', 'Free on the disk that the data lies on', () => disk.free() ?? 0)
  measured('disk_low', '1 while it is nearly full, and plays are refused', () => (disk.isLow() ? 1 : 0))
}
