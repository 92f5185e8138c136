import { type KeyObject, randomBytes, sign } from 'node:crypto'

/** Just enough of X.509 (RFC 5280) to make the chain of a wallet: Node reads certificates and makes none. */

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x82]), length, body])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const timeOf = (at: Temporal.Instant) =>
  der(0x18, Buffer.from(`${at.toString({ smallestUnit: 'second' }).replaceAll(/[-:T]/g, '')}`))
const yes = der(0x01, Buffer.from([0xff]))
const basicConstraints = (ca: boolean) => sequence(oid('551d13'), yes, der(0x04, sequence(...(ca ? [yes] : []))))

export type Issuer = { name: string; key: KeyObject }
type Certificate = {
  name: string
  publicKey: KeyObject
  issuer: Issuer
  ca: boolean
  from: Temporal.Instant
  to: Temporal.Instant
}

/** In DER. */
export function makeCertificate({ name, publicKey, issuer, ca, from, to }: Certificate): Buffer {
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serial,
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(timeOf(from), timeOf(to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basicConstraints(ca))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuer.key))
  return sequence(body, ecdsaWithSha256, signature)
}

export const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trim()}\n-----END CERTIFICATE-----\n`
