import { Secret } from '#kernel/base/secret.ts'
import { sameDigits } from '#kernel/crypto/cards/card-verification.ts'
import { openPinBlock, pinBlock4, readPinBlock, readPinBlock4 } from '#kernel/crypto/cards/pin.ts'

/** Four to six digits, and none that a thief tries first: one digit only, or a run up or down. */
export const isPin = (unchecked: string): boolean => /^\d{4,6}$/.test(unchecked) && !isWeak(unchecked)

function isWeak(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10))
  const [step] = steps
  return steps.size === 1 && (step === 0 || step === 1 || step === 9)
}

export type PinParts = { key: Buffer; pan: Secret<string> }

/** As it is stored: ISO 9564-1, format 4, which binds it to its card. */
export const sealPin = ({ key, pan }: PinParts, pin: Secret<string>): Buffer =>
  pinBlock4(key, { pan: pan.reveal(), pin: pin.reveal() })

export const openPin = ({ key, pan }: PinParts, block: Uint8Array): Secret<string> =>
  new Secret(readPinBlock4(key, block, pan.reveal()))

/** A PIN as a network sends it: under the key of the zone between us and it. */
export type SentPin = { bytes: Uint8Array; format: 0 | 3 | 4; zoneKey: Secret<Buffer> }

/** Throws when the block cannot be read, whatever is wrong with it. */
export function openSentPin({ bytes, format, zoneKey }: SentPin, pan: Secret<string>): Secret<string> {
  const key = zoneKey.reveal()
  return new Secret(
    format === 4 ? readPinBlock4(key, bytes, pan.reveal()) : readPinBlock(openPinBlock(key, bytes), pan.reveal()),
  )
}

export const isSamePin = (given: Secret<string>, right: Secret<string>): boolean =>
  sameDigits(given.reveal(), right.reveal())
