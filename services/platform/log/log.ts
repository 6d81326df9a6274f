/** Where one line of news goes; a pino logger fits. */
export type Log = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
