/** What differs between two documents, a line each: `systems.0.miss: 0 → -1`. */
export function differences(before: unknown, after: unknown): string[] {
  const [old, now] = [leaves(before), leaves(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path}: ${old.get(path) ?? 'nothing'} → ${now.get(path) ?? 'nothing'}`)
}

/** Every plain value of a document as JSON, by its path. */
function leaves(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map([[path, JSON.stringify(value) ?? 'nothing']])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leaves(inner, path === '' ? name : `${path}.${name}`),
    ]),
  )
}
