/** Invented titles, in several scripts. */
export const songTitles = [
  'Nova',
  'Überfall',
  '夜に駆ける',
  'Cross Time',
  'Max. (Forever)',
  'Ты не один',
  'Śnieg',
  'Blue Drop',
  'Gravity Well',
  'Paper Moon',
  'Afterimage',
  '星のかけら',
  'Kaleido',
  'Low Tide',
  'Ember',
] as const
