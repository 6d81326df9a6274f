const stepsTypes: Record<string, string> = { 'dance-single': 'Single', 'dance-double': 'Double' }

/** "Single" for dance-single. */
export function stepsTypeLabel(type: string | null): string | null {
  return type === null ? null : (stepsTypes[type] ?? type)
}
