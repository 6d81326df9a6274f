import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { AwaitedGeneration } from './await-generation.ts'

/** How it went, for people. */
export function showAwaited({ outcome, generation, reason, seconds }: AwaitedGeneration): string {
  switch (outcome) {
    case 'live':
      return `Generation ${generation} is live, after ${seconds.toFixed(1)} s.`
    case 'stopped':
      return `Generation ${generation} is NOT built: ${printable(reason ?? '')}. What was live stays live. It is tried again at a start of the server, by \`ledger parked retry\`, and by new rules.`
    case 'displaced':
      return `Generation ${generation} was given up: another one was asked for meanwhile.`
    case 'waiting':
      return 'No projector has taken it up yet. It is built as soon as one runs.'
  }
}

export function exitCodeOf({ outcome }: AwaitedGeneration): ExitCode {
  return outcome === 'live' || outcome === 'waiting' ? exitCodes.fine : exitCodes.wrong
}
