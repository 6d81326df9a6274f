/**
 * Keys for pg_advisory_lock(int, int). All locks of this form are listed here, so that keys are unique; those of
 * streams have another first key (decisions/handle.ts).
 */
export const advisoryLocks = {
  migrations: [1_400_515, 1],
  generations: [1_400_515, 3],
  ledgerInitialisation: [1_400_515, 4],
  verify: [1_400_515, 5],
  projector: [1_400_515, 6],
  boards: [1_400_515, 7],
  catalogue: [1_400_515, 8],
  pictures: [1_400_515, 9],
  accounts: [1_400_515, 10],
  analysis: [1_400_515, 11],
  publication: [1_400_515, 12],
  dump: [1_400_515, 14],
  rivals: [1_400_515, 15],
  uploads: [1_400_515, 20],
  publishing: [1_400_515, 21],
  drafts: [1_400_515, 22],
} as const
