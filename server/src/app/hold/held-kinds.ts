import type { DueWork } from '#kernel/work/due-work.ts'

/**
 * What falls due by itself and reaches the outside: charges that nobody asks for at this moment, money to merchants and to
 * cards, batches and their files, what is tried again at acquirers. A shopper who pays, a decision on a card and
 * what tells stores and people of it are never held.
 */
export const heldKinds: ReadonlySet<string> = new Set([
  'bill orders',
  'pay merchants',
  'submit payouts to merchants',
  'resolve payouts',
  'close batches',
  'continue disputes',
  'return payments of deleted customers',
])

/** The works, of which those that are held claim nothing while the installation is. */
export const holdable = (works: readonly DueWork[], isHeld: () => Promise<boolean>): DueWork[] =>
  works.map((work) =>
    heldKinds.has(work.name) ? { ...work, claim: async (limit) => ((await isHeld()) ? [] : work.claim(limit)) } : work,
  )
