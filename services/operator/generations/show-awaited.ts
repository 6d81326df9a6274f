import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { AwaitedGeneration } from './await-generation.ts'

/** The outcome as text. */
export function showAwaited({ outcome, generation, reason, seconds }: AwaitedGeneration): string {
  switch (outcome) {
    case 'live':
      return `Generation ${generation} is live, after ${seconds.toFixed(1)} s.`
    case 'stopped':
      return `Generation ${generation} is NOT built: ${printable(reason ?? '')}. The previous generation stays live. The build is retried when the server starts, by \`ledger parked retry\`, and with new rules.`
    case 'displaced':
      return `Generation ${generation} was superseded by another one.`
    case 'waiting':
      return 'No projector is building it yet. It is built as soon as one runs.'
  }
}

export function exitCodeOf({ outcome }: AwaitedGeneration): ExitCode {
  return outcome === 'live' || outcome === 'waiting' ? exitCodes.fine : exitCodes.wrong
}
