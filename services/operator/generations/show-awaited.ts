import { counted } from '../aligned.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { AwaitedGeneration } from './await-generation.ts'

/** The outcome as text. */
export function showAwaited({ outcome, generation, reason, parked, seconds }: AwaitedGeneration): string {
  switch (outcome) {
    case 'live':
      return `Generation ${generation} is live, after ${seconds.toFixed(1)} s.${parkedText(parked)}`
    case 'ready':
      return `Generation ${generation} is built, after ${seconds.toFixed(1)} s.${parkedText(parked)}`
    case 'stopped':
      return `Generation ${generation} is NOT built: ${printable(reason ?? '')}. The previous generation stays live. The build is retried when the server starts, by \`ledger parked retry\`, and with new rules; \`ledger replay --abandon\` abandons it.`
    case 'displaced':
      return `Generation ${generation} was superseded by another one.`
    case 'waiting':
      return 'No projector is building it yet. It is built as soon as one runs.'
  }
}

function parkedText(parked: number): string {
  if (parked === 0) return ''
  return ` ${counted(parked, 'event')} could not be folded and ${parked === 1 ? 'is' : 'are'} parked: see \`ledger parked\`.`
}

export function exitCodeOf({ outcome, parked }: AwaitedGeneration): ExitCode {
  if ((outcome === 'live' || outcome === 'ready') && parked > 0) return exitCodes.wrong
  return outcome === 'live' || outcome === 'ready' || outcome === 'waiting' ? exitCodes.fine : exitCodes.wrong
}
