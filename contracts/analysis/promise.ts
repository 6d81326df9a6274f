/** What published data promises, in the same words on `/data`, in the README of an export and in docs/analysis.md. */
export const promise = [
  'One row for each play, under a number drawn anew for each series, without name, text, country or exact time. Anybody can match rows to names as long as this site shows the same plays: the data is pseudonymous.',
  'If you opt out or delete your account, a series without your rows replaces the one that had them within a day, or that one is withdrawn. Copies that somebody downloaded can’t be recalled; the licence asks to delete them.',
] as const
