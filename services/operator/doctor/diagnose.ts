import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { withDeadline } from '../../platform/async/with-deadline.ts'
import type { Check, Diagnosis } from './finding.ts'

/** Timeout of a check, ms. All run concurrently. */
const timeoutMs = 4_000

/** Runs all checks concurrently, each with a timeout, so that it completes within seconds even during an outage. */
export async function diagnose(checks: readonly Check[]): Promise<Diagnosis> {
  const outcomes = await Promise.all(checks.map(run))
  return merged(outcomes)
}

/** One diagnosis of several, with what is wrong now first. */
export function merged(diagnoses: readonly Diagnosis[]): Diagnosis {
  const findings = diagnoses.flatMap((one) => one.findings)
  return {
    findings: [
      ...findings.filter(({ severity }) => severity === 'wrong'),
      ...findings.filter(({ severity }) => severity === 'soon'),
    ],
    unchecked: diagnoses.flatMap(({ unchecked }) => unchecked),
    checked: [...new Set(diagnoses.flatMap(({ checked }) => checked))],
  }
}

async function run({ subjects, find }: Check): Promise<Diagnosis> {
  try {
    const findings = await withDeadline(timeoutMs, find(), `the check of ${subjects[0]}`)
    return { findings, unchecked: [], checked: subjects }
  } catch (error) {
    const reason = errorMessage(error)
    return { findings: [], unchecked: subjects.map((subject) => ({ subject, reason })), checked: [] }
  }
}
