import { counted } from '../aligned.ts'
import { printable } from '../printable.ts'
import type { Diagnosis, Finding } from './finding.ts'

/** A diagnosis as text: each finding with what to do, then what was checked. */
export function showDiagnosis({ findings, unchecked, checked }: Diagnosis): string[] {
  const bad = findings.filter(({ severity }) => severity === 'wrong').length
  const subjects = [...new Set(checked)].sort().join(', ')
  return [
    ...findings.flatMap(findingLines),
    ...unchecked.map(({ subject, reason }) => `NOT CHECKED  ${subject}: ${printable(reason)}`),
    ...(findings.length + unchecked.length > 0 ? [''] : []),
    findings.length === 0
      ? `Nothing is wrong. Checked: ${subjects}.`
      : `${counted(bad, 'problem')} now, ${findings.length - bad} soon. Checked: ${subjects}.`,
  ]
}

function findingLines({ severity, subject, what, fix }: Finding): string[] {
  const label = severity === 'wrong' ? 'WRONG' : 'SOON '
  return [`${label}  ${subject}: ${printable(what)}`, `       → ${printable(fix)}`]
}
