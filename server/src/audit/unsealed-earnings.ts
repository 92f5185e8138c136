import type { UnsealedColumn } from './unsealed.ts'

/** Of payments, what they have brought their merchants and where it is. */
export const unsealedOfEarnings: Readonly<Record<string, UnsealedColumn>> = {
  batch_id: { because: 'each batch has a digest of its payments: check-batches.ts', checked: true },
  pending_minor: { because: 'it is what is left of what was earned: rules-of-earnings.ts' },
  pending_shares: { because: 'as of the own part: rules-of-earnings.ts' },
}
