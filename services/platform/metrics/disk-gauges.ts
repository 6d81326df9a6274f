import { Gauge, type Registry } from 'prom-client'
import type { DiskSpace } from '../disk/disk-space.ts'

/** Gauges of free disk space; none if the disk is not monitored. */
export function measureDisk(disk: DiskSpace, registry: Registry): void {
  if (disk.free() === null) return
  new Gauge({
    name: 'stepledger_disk_free_bytes',
    help: 'Free on the disk that the data lies on',
    registers: [registry],
    collect() {
      this.set(disk.free() ?? 0)
    },
  })
  new Gauge({
    name: 'stepledger_disk_low',
    help: '1 while it is nearly full, and plays are refused',
    registers: [registry],
    collect() {
      this.set(disk.isLow() ? 1 : 0)
    },
  })
}
