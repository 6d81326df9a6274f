/**
 * The program of a child process: `source`, seen from `from`, where this runs from TypeScript; else what was built of
 * it, by its name in `scripts/build.mjs`.
 */
export function program(name: string, source: string, from: string): URL {
  return from.endsWith('.ts') ? new URL(source, from) : new URL(`./${name}.js`, from)
}
