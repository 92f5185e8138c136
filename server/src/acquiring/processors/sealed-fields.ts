import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { RecordedCredentials } from './connection.ts'

/** What an operator gives for a connection: every field by its name, secrets among them. */
export type GivenFields = Secret<Readonly<Record<string, string>>>

/** The secret fields of a connection, as they are stored: JSON under the newest master key. */
export const sealFields = (
  keys: KeyRing,
  { connection, fields }: { connection: string; fields: Readonly<Record<string, string>> },
): Uint8Array => keys.seal('directory', JSON.stringify(fields), contextOf(connection))

/** All fields. Throws when the secret ones were damaged, or sealed under a master key that is not there. */
export function openFields(
  keys: KeyRing,
  { connection, fields, sealed }: { connection: string } & Pick<RecordedCredentials, 'fields' | 'sealed'>,
): GivenFields {
  let plain: Buffer
  try {
    plain = keys.open('directory', sealed, contextOf(connection))
  } catch {
    throw new Error(`its secrets do not open under the master keys of this program`)
  }
  const secrets = JSON.parse(plain.toString('utf8')) as Record<string, string>
  plain.fill(0)
  return new Secret({ ...fields, ...secrets })
}

const contextOf = (connection: string): string => `connection ${connection} credentials`
