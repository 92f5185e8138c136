import { timingSafeEqual } from 'node:crypto'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Authentication } from './challenge.ts'

type Proved = Pick<Authentication, 'id' | 'dsTransId' | 'cardId' | 'minor' | 'currency' | 'merchantId' | 'acquirerId'>

/**
 * What proves to us, in the authorization, that we have authenticated the holder (CAVV, AAV): of the shape that Mastercard's
 * has, 21 bytes that begin with C6 04, so that every acquirer can carry it. The rest is a MAC over the authentication with
 * its amount and its merchant, and so it proves nothing about any other payment (issuing standards 3.5 and 3.7).
 */
export function authenticationValue(keys: KeyRing, proved: Proved): Secret<string> {
  const { id, dsTransId, cardId, minor, currency, merchantId, acquirerId } = proved
  const facts = JSON.stringify([id, dsTransId, cardId, String(minor), currency, merchantId, acquirerId])
  const mac = keys.fingerprint('cardNumber', `3-D Secure authentication ${facts}`).subarray(0, macBytes)
  return new Secret(Buffer.concat([Buffer.from('c604', 'hex'), mac]).toString('base64'))
}
const macBytes = 19

export function isAuthenticationValue(keys: KeyRing, proved: Proved, sent: Secret<string>): boolean {
  const given = Buffer.from(sent.reveal())
  const right = Buffer.from(authenticationValue(keys, proved).reveal())
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The electronic commerce indicator of an authenticated holder, by the network of the card (issuing standards 3.7). */
export const eciOf = (number: Secret<string>): string => (/^(?:5|2[2-7])/.test(number.reveal()) ? '02' : '05')
