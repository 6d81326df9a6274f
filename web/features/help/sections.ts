/** The sections of the help centre in order; `id` is the hash. */
export const sections = [
  { id: 'what-is', title: 'What Stepledger is' },
  { id: 'what-is-not', title: 'What it is not' },
  { id: 'why-exists', title: 'Why it exists' },
  { id: 'setup', title: 'Setup' },
  { id: 'blue-shift', title: 'Blue Shift' },
  { id: 'scoring', title: 'Scoring' },
  { id: 'faq', title: 'FAQ' },
] as const
