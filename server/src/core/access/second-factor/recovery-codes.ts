import { randomInt } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { StaffId } from '../ids.ts'

const codesMade = 10
const codeLength = 16
/** Letters and digits that nobody takes for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten fresh codes of 16 letters, about 79 bits each, with the writes that keep their fingerprints. They are shown once. */
export function newRecoveryCodes(
  keys: KeyRing,
  staffId: StaffId,
  now: Instant,
): { codes: Secret<string>[]; writes: Write[] } {
  const codes = Array.from({ length: codesMade }, newCode)
  const rows = codes.map((code) => ({
    staff_id: staffId,
    fingerprint: recoveryFingerprint(keys, staffId, code.reveal()),
    created_at: now,
    ended_at: null,
  }))
  return { codes, writes: [insert('access.staff_recovery_codes', rows)] }
}

function newCode(): Secret<string> {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return new Secret(code.match(/.{4}/g)!.join('-'))
}

/** Of a code as a person types it: dashes, spaces and capitals make no difference. */
export const recoveryFingerprint = (keys: KeyRing, staffId: StaffId, typed: string): Buffer =>
  keys.fingerprint('siteKey', `staff ${staffId} recovery code ${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
