import { FieldFault, type IsoMessage, secretTextOf, textOf } from '#connectors/iso8583/iso-message.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { AuthenticationData } from '../message.ts'

/**
 * What networks have put into the fields that the standard leaves to them. `subelements`: field 48 has a letter and
 * sub-elements of two digits for the id and two for the length, as Mastercard's has; `unread`: field 48 is not read.
 */
export type AdditionalData = 'subelements' | 'unread'

export type PrivateData = {
  cvv2: Secret<string> | undefined
  threeDs: AuthenticationData | undefined
  partialAllowed: boolean
}

/** The sub-elements of field 48 that a decision needs (issuing standards 1.4, 1.9). */
export function readAdditionalData(message: IsoMessage, as: AdditionalData): PrivateData {
  const parts =
    as === 'subelements' ? subelements(secretTextOf(message, additionalData)) : new Map<string, Secret<string>>()
  return {
    cvv2: parts.get('92'),
    threeDs: authenticationIn(parts),
    partialAllowed: parts.get('61')?.reveal()[0] === '1',
  }
}
const additionalData = 48

/** Each part stays a secret: one of them is the security code of the card. */
function subelements(text: Secret<string> | undefined): ReadonlyMap<string, Secret<string>> {
  const parts = new Map<string, Secret<string>>()
  const all = text?.reveal() ?? ''
  for (let at = 1; at < all.length; ) {
    const head = /^(\d{2})(\d{2})/.exec(all.slice(at, at + 4))
    const end = at + 4 + Number(head?.[2])
    if (!head || end > all.length) throw new FieldFault(additionalData, 'its sub-elements cannot be read')
    parts.set(head[1]!, new Secret(all.slice(at + 4, end)))
    at = end
  }
  return parts
}

/** 42 says in its sub-field 01 how the cardholder was authenticated (its last digit: 2 fully, 1 attempted); 43 proves it. */
function authenticationIn(parts: ReadonlyMap<string, Secret<string>>): AuthenticationData | undefined {
  const level = /^0103\d{2}(\d)/.exec(parts.get('42')?.reveal() ?? '')?.[1]
  if (level === undefined) return undefined
  return { eci: `0${level}`, authenticationValue: parts.get('43') }
}

/** Field 60 of an advice whose decision was made by the network in our place. */
export const isStandIn = (message: IsoMessage): boolean => textOf(message, 60)?.startsWith('STIP') ?? false

/** Field 62: the network's id of the transaction, the same in every message about it. */
export const networkTransactionIdOf = (message: IsoMessage): string | undefined =>
  textOf(message, 62)?.trim() || undefined

/** Field 63: the request adds to an earlier approval. */
export const isIncrement = (message: IsoMessage): boolean => textOf(message, 63)?.startsWith('3900') ?? false

/** Field 61, the data of the terminal: a standing order in position 4, a pre-authorization in position 7. */
export const isRecurring = (message: IsoMessage): boolean => textOf(message, 61)?.[3] === '4'
export const isPreauthorized = (message: IsoMessage): boolean => textOf(message, 61)?.[6] === '4'
