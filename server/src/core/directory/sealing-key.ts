import type { Instant } from '#kernel/base/clock.ts'
import type { ValidKey } from './directory.ts'

export type KeyInUse = ValidKey & { expiresAt: Instant | null; usedAt: Instant | null }

/** Of the valid keys, newest first, the one that the store can certainly open a result with. */
export async function sealingKey(
  keys: readonly KeyInUse[],
  signedBy: () => Promise<bigint | undefined> = async () => undefined,
): Promise<ValidKey['key'] | undefined> {
  const [newest, older] = keys
  if (!newest || !older) return newest?.key
  const signer = await signedBy()
  const signing = signer === undefined ? undefined : keys.find(({ id }) => id === signer)
  return (signing ?? (newest.usedAt === null ? older : newest)).key
}
