import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take most of a minute, the longest first: begun last, one of them would run alone at the end. */
const longest = [
  'tests/system/end-to-end.test.ts',
  'tests/faults/faults.test.ts',
  'tests/system/rules-change.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/api-docs/schemathesis.test.ts',
  'services/platform/ledger/kafka/stuck.integration.test.ts',
  'tests/operator/nobody-folds.test.ts',
  'tests/system/kill.test.ts',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(file))
  return place < 0 ? longest.length : place
}

/** The order in which test files are begun. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
