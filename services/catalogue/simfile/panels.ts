const panelsByType: Readonly<Record<string, number>> = {
  'dance-single': 4,
  'dance-double': 8,
  'dance-couple': 8,
  'dance-routine': 8,
  'dance-solo': 6,
  'dance-threepanel': 3,
  'pump-single': 5,
  'pump-halfdouble': 6,
  'pump-double': 10,
  'pump-couple': 10,
  'pump-routine': 10,
  'techno-single4': 4,
  'techno-single5': 5,
  'techno-single8': 8,
  'techno-double4': 8,
  'techno-double5': 10,
  'techno-double8': 16,
}

/** Number of panels of a steps type; null for an unknown one, whose rows determine it. */
export function panelsOf(stepsType: string): number | null {
  return Object.hasOwn(panelsByType, stepsType) ? (panelsByType[stepsType] ?? null) : null
}
