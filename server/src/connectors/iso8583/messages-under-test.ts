import { readFileSync } from 'node:fs'
import { Secret } from '#kernel/base/secret.ts'
import { fieldDefinitions } from './fields.ts'
import type { FieldValue, IsoMessage } from './iso-message.ts'
import type { PackagingName } from './packaging.ts'

/**
 * Messages for tests, each with its length before it, made with jPOS 2.1.10 and packed again with pyiso8583. PIN blocks,
 * security data of tracks and cryptograms in them are placeholders.
 */
export type IsoVector = {
  id: string
  what: string
  mti: string
  /** Field 52 and 55 as hexadecimal characters. */
  fields: Readonly<Record<string, string>>
} & Partial<Record<PackagingName, string>>

export const isoVectors: readonly IsoVector[] = JSON.parse(
  readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'),
)

export const isoVector = (id: string): IsoVector => isoVectors.find((vector) => vector.id === id)!

/** A message of plain texts; those of binary fields are hexadecimal. */
export const isoMessage = (mti: string, fields: Readonly<Record<string, string>>): IsoMessage => ({
  mti,
  fields: new Map(Object.entries(fields).map(([number, text]) => [Number(number), fieldValue(Number(number), text)])),
})

/** The opposite, for comparing: card data is opened. */
export const plainFields = ({ fields }: IsoMessage): Record<string, string> =>
  Object.fromEntries([...fields].map(([number, value]) => [number, plainText(value)]))

function fieldValue(number: number, text: string): FieldValue {
  const { kind, secret } = fieldDefinitions.find((definition) => definition.number === number)!
  const plain = kind === 'b' ? Uint8Array.from(Buffer.from(text, 'hex')) : text
  if (!secret) return plain
  return typeof plain === 'string' ? new Secret(plain) : new Secret(plain)
}

function plainText(value: FieldValue): string {
  const plain = value instanceof Secret ? value.reveal() : value
  return typeof plain === 'string' ? plain : Buffer.from(plain).toString('hex').toUpperCase()
}
