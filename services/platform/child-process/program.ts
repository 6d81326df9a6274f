/**
 * Returns the program of a child process: `source` relative to `from` when running from TypeScript, else its build
 * output, named as in `scripts/build.mjs`.
 */
export function program(name: string, source: string, from: string): URL {
  return from.endsWith('.ts') ? new URL(source, from) : new URL(`./${name}.js`, from)
}
