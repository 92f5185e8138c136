import type { UnsealedColumn } from './unsealed.ts'

/** Tables of the kernel that need no seal, and why. */
export const unsealedOfKernel: Readonly<Record<string, string>> = {
  'florin.clock': 'staging only: operators set it',
  'florin.installation': 'it has a code, and the audit has what it says: check-environment.ts',
  'florin.list_checkpoints': 'they only tell how long lists are',
  'florin.marks': 'they only tell whether the database was restored',
  'florin.operator_tasks': 'they only say how far long work is and what it found; who asked for it is in the audit',
  'florin.migrations': 'the program compares them with its files at each start',
  'florin.rate_limits': 'they live for minutes and are unlogged',
  'florin.retired_codes': 'no role of the program can write it, and each row only keeps another from being put back',
  'florin.tables_to_bind': 'no role of the program can add to it',
}

/** The columns of every table that are among no facts. */
export const unsealedEverywhere: Readonly<Record<string, UnsealedColumn>> = {
  mac: { because: 'it changes with the master keys; each is compared with its row: check-bound.ts', checked: true },
}
