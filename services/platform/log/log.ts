/** A logger of single lines, such as pino. */
export type Log = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Drops every line. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
