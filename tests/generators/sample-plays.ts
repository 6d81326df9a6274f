import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const sampleNames = [
  'basic-score',
  'really-bad-score',
  'more-interesting-score',
  'full-score',
  'destroy-pass',
  'usemylove',
] as const
export type SampleName = (typeof sampleNames)[number]

const sampleBody = z.looseObject({ hash: z.string() })
export type SamplePlay = z.infer<typeof sampleBody>

/** Recorded plays of real clients, by name; empty where the files are not available. */
export function samplePlays(): Map<SampleName, SamplePlay> {
  const plays = new Map<SampleName, SamplePlay>()
  for (const name of sampleNames) {
    const file = fileURLToPath(new URL(`../../../shared/fixtures/plays/${name}.json`, import.meta.url))
    if (existsSync(file)) plays.set(name, sampleBody.parse(JSON.parse(readFileSync(file, 'utf8'))))
  }
  return plays
}
