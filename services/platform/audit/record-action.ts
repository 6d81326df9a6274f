/** Records an action of an operator in the audit log. `by`: the account and its reason. */
export type RecordAction = (
  entry: {
    /** The affected account, if any. */
    readonly playerId: string | null
    /** In the past tense: 'Charts accepted'. */
    readonly what: string
    /** Without an alias or id of another account. */
    readonly details: Readonly<Record<string, string>>
  },
  by: { readonly id: string; readonly reason: string },
) => Promise<void>
