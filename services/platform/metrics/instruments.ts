import { Counter, Gauge, type Registry } from 'prom-client'

/** Creates counters and gauges of a registry. Their names get the prefix `stepledger_`. */
export function instruments(registry: Registry) {
  const options = (name: string, help: string, labelNames: string[]) => ({
    name: `stepledger_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter(options(name, help, labelNames)),
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge(options(name, help, labelNames)),
    /** A gauge that is read on each scrape. */
    measured(name: string, help: string, read: () => number): void {
      new Gauge({
        ...options(name, help, []),
        collect() {
          this.set(read())
        },
      })
    },
  }
}
