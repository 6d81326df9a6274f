/** What a check is about, as a key in JSON. */
type Subject =
  | 'backup'
  | 'certificate'
  | 'clock'
  | 'database'
  | 'disk'
  | 'folding'
  | 'ledger'
  | 'mail'
  | 'parked'
  | 'redis'
  | 'refusals'
  | 'rules'
  | 'server'
  | 'storage'
  | 'topics'
  | 'verify'
  | 'version'

export interface Finding {
  readonly subject: Subject
  readonly severity: 'wrong' | 'soon'
  /** What is wrong and what follows from it: sentences. */
  readonly what: string
  /** What to do: a command, or a sentence. */
  readonly fix: string
}

/** A check that could not be made, such as for lack of a privilege. */
interface Unchecked {
  readonly subject: Subject
  readonly reason: string
}

export interface Diagnosis {
  readonly findings: readonly Finding[]
  readonly unchecked: readonly Unchecked[]
  readonly checked: readonly Subject[]
}

/** A check: returns findings, or throws when it could not be made. */
export interface Check {
  /** The first one names the check when it fails. */
  readonly subjects: readonly [Subject, ...Subject[]]
  find(): Promise<readonly Finding[]>
}

export const check = (subject: Subject, find: Check['find']): Check => ({ subjects: [subject], find })

/** One finding, as the list that a check returns. */
export const wrong = (subject: Subject, what: string, fix: string): Finding[] => [
  { subject, severity: 'wrong', what, fix },
]

/** One finding, as the list that a check returns. */
export const soon = (subject: Subject, what: string, fix: string): Finding[] => [
  { subject, severity: 'soon', what, fix },
]
