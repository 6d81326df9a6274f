import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'

/** Whether a play is not ranked because the module that sent it is too old. */
export const isOldModule = (code: BoardReason['code']) => code === 'body-version' || code.endsWith('-unknown')

/** What an old module does not send is one reason. */
export function withoutConsequences(reasons: readonly BoardReason[]): readonly BoardReason[] {
  const old = reasons.find(({ code }) => isOldModule(code))
  return reasons.filter((reason) => reason === old || !isOldModule(reason.code))
}
