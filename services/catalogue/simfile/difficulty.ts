import { type Difficulty, difficulty } from '@stepledger/contracts/difficulty.ts'

const names: Readonly<Record<Difficulty, readonly string[]>> = {
  Beginner: ['beginner'],
  Easy: ['easy', 'basic', 'light'],
  Medium: ['medium', 'another', 'trick', 'standard', 'difficult'],
  Hard: ['hard', 'ssr', 'maniac', 'heavy'],
  Challenge: ['challenge', 'smaniac', 'expert', 'oni'],
  Edit: ['edit'],
}
const byName = new Map(difficulty.options.flatMap((one) => names[one].map((name) => [name, one] as const)))

/** Maps a current or legacy name to its difficulty; null when unknown. */
export function namedDifficulty(name: string): Difficulty | null {
  return byName.get(name.trim().toLowerCase()) ?? null
}

/** The difficulty as the game derives it: from the name, else the description, else the meter. */
export function difficultyOf(chart: {
  difficulty: string
  description: string
  meter: number | null
}): Difficulty {
  return namedDifficulty(chart.difficulty) ?? difficultyNamed(chart.description) ?? byMeter(chart.meter)
}

function difficultyNamed(description: string): Difficulty | null {
  return difficulty.options.find((name) => name.toLowerCase() === description.trim().toLowerCase()) ?? null
}

function byMeter(meter: number | null): Difficulty {
  if (meter === 1) return 'Beginner'
  if (meter === null || meter <= 3) return 'Easy'
  return meter <= 6 ? 'Medium' : 'Hard'
}
