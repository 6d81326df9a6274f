import type { Rules } from './rules.ts'

const fantastic10 = { judgment: 'Fantastic (10ms)', seconds: 0.01 }
const fantastic15 = { judgment: 'Fantastic (15ms)', seconds: 0.015 }
const fantastic23 = { judgment: 'Fantastic (23ms)', seconds: 0.023 }
const excellent = { judgment: 'Excellent', seconds: 0.0445 }
const great = { judgment: 'Great', seconds: 0.1035 }
const decent = { judgment: 'Decent', seconds: 0.1365 }
const wayOff = { judgment: 'Way Off', seconds: 0.1815 }

/** The initial rules of older ledgers: the established scoring systems HardEX, EX and ITG. */
export const originalRules: Rules = {
  title: 'HardEX, EX and ITG',
  systems: [
    {
      id: 4,
      name: 'HardEX',
      windows: [
        { ...fantastic10, weight: 3.5 },
        { ...fantastic23, weight: 3 },
        { ...excellent, weight: 1 },
        { ...great, weight: 0 },
        { ...decent, weight: 0 },
        { ...wayOff, weight: 0 },
      ],
      miss: 0,
      held: 1,
      letGo: 0,
      mineHit: -1,
      arithmetic: 'double',
      grades: [
        { grade: 'sext', system: 'HardEX', hundredths: 10_000 },
        { grade: 'quint', system: 'EX', hundredths: 10_000 },
      ],
    },
    {
      id: 2,
      name: 'EX',
      windows: [
        { ...fantastic15, weight: 3.5 },
        { ...fantastic23, weight: 3 },
        { ...excellent, weight: 2 },
        { ...great, weight: 1 },
        { ...decent, weight: 0 },
        { ...wayOff, weight: 0 },
      ],
      miss: 0,
      held: 1,
      letGo: 0,
      mineHit: -1,
      arithmetic: 'double',
      grades: [{ grade: 'quint', system: 'EX', hundredths: 10_000 }],
    },
    {
      id: 3,
      name: 'ITG',
      windows: [
        { ...fantastic23, weight: 5 },
        { ...excellent, weight: 4 },
        { ...great, weight: 2 },
        { ...decent, weight: 0 },
        { ...wayOff, weight: -6 },
      ],
      miss: -12,
      held: 5,
      letGo: 0,
      mineHit: -6,
      arithmetic: 'double',
      grades: [],
    },
  ],
  gradesFrom: 'ITG',
  grades: [
    { grade: 'quad', hundredths: 10_000 },
    { grade: 'tristar', hundredths: 9900 },
    { grade: 'twostar', hundredths: 9800 },
    { grade: 'star', hundredths: 9600 },
    { grade: 'S+', hundredths: 9400 },
    { grade: 'S', hundredths: 9200 },
    { grade: 'S-', hundredths: 8900 },
    { grade: 'A+', hundredths: 8600 },
    { grade: 'A', hundredths: 8300 },
    { grade: 'A-', hundredths: 8000 },
    { grade: 'B+', hundredths: 7600 },
    { grade: 'B', hundredths: 7200 },
    { grade: 'B-', hundredths: 6800 },
    { grade: 'C+', hundredths: 6400 },
    { grade: 'C', hundredths: 6000 },
    { grade: 'C-', hundredths: 5500 },
    { grade: 'D', hundredths: 0 },
  ],
  failedGrade: 'F',
  eligibility: {
    minBodyVersion: '1.2',
    rate: 1,
    autoplay: false,
    autoplayMissing: true,
    failed: false,
    lifeRanOut: true,
  },
  milestones: [
    { id: 'first-star', name: 'First star', kind: 'grade', system: 'ITG', grade: 'star' },
    { id: 'first-quad', name: 'First quad', kind: 'grade', system: 'ITG', grade: 'quad' },
    { id: 'first-quint', name: 'First quint', kind: 'grade', system: 'EX', grade: 'quint' },
    { id: 'first-sext', name: 'First sext', kind: 'grade', system: 'HardEX', grade: 'sext' },
    { id: 'meter-10', name: '10 charts of a meter', kind: 'meter', charts: 10, system: 'ITG', grade: 'D' },
    { id: 'meter-100', name: '100 charts of a meter', kind: 'meter', charts: 100, system: 'ITG', grade: 'D' },
    { id: 'steps-100k', name: '100,000 steps', kind: 'steps', steps: 100_000 },
    { id: 'steps-1m', name: '1,000,000 steps', kind: 'steps', steps: 1_000_000 },
    { id: 'steps-10m', name: '10,000,000 steps', kind: 'steps', steps: 10_000_000 },
    { id: 'full-pack', name: 'Full pack passed', kind: 'pack', minCharts: 10, system: 'ITG', grade: 'D' },
    { id: 'full-pack-s', name: 'Full pack at S', kind: 'pack', minCharts: 10, system: 'ITG', grade: 'S-' },
  ],
}

/**
 * Returns the successor of the original rules, or of rules made from them: the ITG percentage is the game's own, and plays
 * that don't say whether autoplay was on, or whose life bar ran out, are not ranked. Everything else stays as it is.
 */
export function successorOf(rules: Rules): Rules {
  return {
    ...rules,
    systems: rules.systems.map((system) =>
      system.name === 'ITG' ? { ...system, arithmetic: 'engine' } : system,
    ),
    eligibility: { ...rules.eligibility, autoplayMissing: false, lifeRanOut: false },
  }
}

/** The initial rules of a new ledger. */
export const firstRules: Rules = successorOf(originalRules)
