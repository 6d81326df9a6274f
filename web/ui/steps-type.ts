const stepsTypes: Record<string, string> = { 'dance-single': 'Single', 'dance-double': 'Double' }

/** "Single" for dance-single; unknown types are returned as they are. */
export function stepsTypeLabel(type: string | null): string | null {
  return type === null ? null : (stepsTypes[type] ?? type)
}
