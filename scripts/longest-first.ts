import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files (most of a minute), longest first, so that none of them runs alone at the end. */
const longest = [
  'tests/system/end-to-end.test.ts',
  'tests/faults/faults.test.ts',
  'tests/system/rules-change.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/api-docs/schemathesis.test.ts',
  'services/platform/ledger/kafka/stuck.integration.test.ts',
  'tests/operator/waiting-for-fold.test.ts',
  'tests/system/kill.test.ts',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(file))
  return place < 0 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
