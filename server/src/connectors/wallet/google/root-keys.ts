import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { readPublicKey } from '../p256.ts'

/** A key of Google's that signs intermediate keys. */
export type RootKey = { key: KeyObject; expiresAt: Instant | undefined }

const File = z.object({
  keys: z
    .array(
      z.object({
        keyValue: z.base64(),
        protocolVersion: z.string(),
        keyExpiration: z
          .string()
          .regex(/^\d{1,15}$/)
          .optional(),
      }),
    )
    .max(100),
})

/** Google's list of its signing keys, as it publishes it: those of ECv2. Undefined: the text is no such list. */
export function readRootKeys(text: string): RootKey[] | undefined {
  const parsed = File.safeParse(jsonOf(text))
  if (!parsed.success) return undefined
  const keys = parsed.data.keys.filter(({ protocolVersion }) => protocolVersion === 'ECv2')
  return keys.flatMap(({ keyValue, keyExpiration }) => {
    const key = readPublicKey(Buffer.from(keyValue, 'base64'))
    const expiresAt = keyExpiration ? Temporal.Instant.fromEpochMilliseconds(Number(keyExpiration)) : undefined
    return key ? [{ key, expiresAt }] : []
  })
}

/** Those that may sign now. ECv2 has no key without an expiry. */
export const validRootKeys = (keys: readonly RootKey[], now: Instant): RootKey[] =>
  keys.filter(({ expiresAt }) => expiresAt !== undefined && Temporal.Instant.compare(now, expiresAt) < 0)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
