import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Time,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { derOf } from '../apple/der.ts'
import { ecdsaWithSha256 } from '../apple/verify-signature.ts'
import { spkiOf } from '../p256.ts'

/** A certificate in DER, and the key that it is about. */
export type Certified = { der: Buffer; privateKey: KeyObject }

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

type CertificateInput = {
  name: string
  /** Who issues it; absent: itself. */
  issuer?: { name: string; privateKey: KeyObject }
  isIssuer: boolean
  privateKey: KeyObject
  /** Extensions without a meaning of their own, or with the value given in DER. */
  marks?: readonly { type: string; value?: Uint8Array }[]
}

/**
 * A certificate of P-256, as certificate authorities make them: for the sandbox of wallets, which plays Apple. The clock
 * of staging may be anywhere, so it is valid for a hundred years.
 */
export function certify({ name, issuer, isIssuer, privateKey, marks = [] }: CertificateInput): Certified {
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: positive(randomBytes(8)),
    signature: algorithm,
    issuer: named(issuer?.name ?? name),
    validity: between('20200101000000Z', '21200101000000Z'),
    subject: named(name),
    subjectPublicKeyInfo: AsnConvert.parse(spkiOf(privateKey), SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, AsnConvert.serialize(new BasicConstraints({ cA: isIssuer })), true),
      ...marks.map(({ type, value = asnNull }) => extension(type, value)),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), issuer?.privateKey ?? privateKey)
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: exactBytes(signature),
  })
  return { der: Buffer.from(AsnConvert.serialize(certificate)), privateKey }
}

const asnNull = Buffer.from([5, 0])

const named = (text: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: commonName, value: new AttributeValue({ utf8String: text }) }),
    ]),
  ])
const commonName = '2.5.4.3'

/** From and to, as YYYYMMDDhhmmssZ: years from 2050 on have four digits (RFC 5280), and verifiers read the others so too. */
function between(from: string, to: string): Validity {
  const validity = new Validity()
  validity.notBefore = time(from)
  validity.notAfter = time(to)
  return validity
}
const time = (digits: string): Time => AsnConvert.parse(derOf(generalizedTime, Buffer.from(digits, 'latin1')), Time)
const generalizedTime = 0x18

const extension = (extnID: string, value: ArrayBuffer | Uint8Array, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(new Uint8Array(value)) })

/** A number in DER: the highest bit would be its sign. */
function positive(bytes: Buffer): ArrayBuffer {
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return exactBytes(bytes)
}

export const exactBytes = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

export const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
