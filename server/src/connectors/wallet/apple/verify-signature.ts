import { createHash, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { Certificate } from '@peculiar/asn1-x509'
import type { Instant } from '#kernel/base/clock.ts'
import { BadWalletToken } from '../port.ts'
import { derOf, derSetOf } from './der.ts'

type Signature = {
  /** A CMS message (RFC 5652) without its content, in DER or BER. */
  signature: Uint8Array
  signed: Uint8Array
  /** Root certificates in PEM: one of them has to be at the end of the chain. */
  roots: readonly string[]
  now: Instant
}

/**
 * Verifies the signature of a payment token as Apple's Payment Token Format Reference says (step 1): the certificates
 * inside are a leaf and an intermediate that Apple has marked, which lead to the root; the leaf's key signed the content
 * and the time; and that is at most five minutes away from ours, either way. Throws `BadWalletToken`.
 */
export function verifySignature(input: Signature): void {
  try {
    verifyMessage(input)
  } catch (error) {
    // What looks like a message and is none fails wherever it is read.
    throw error instanceof BadWalletToken ? error : new BadWalletToken('unreadable')
  }
}

function verifyMessage({ signature, signed, roots, now }: Signature): void {
  const { certificates, signers } = readMessage(signature)
  const leaf = certificates.find((one) => isMarked(one, leafMark))
  const intermediate = certificates.find((one) => isMarked(one, intermediateMark))
  const [signer] = signers
  if (!leaf || !intermediate || !signer || signers.length !== 1) throw new BadWalletToken('untrusted')
  const key = requireChain([x509Of(leaf), x509Of(intermediate)], roots, now)
  if (!isSignedBy(signer, leaf, key, signed)) throw new BadWalletToken('signature')
  requireRecent(signer, now)
}

/** Extensions that Apple marks these certificates with; their values mean nothing. */
export const leafMark = '1.2.840.113635.100.6.29'
export const intermediateMark = '1.2.840.113635.100.6.2.14'

export const contentTypeAttribute = '1.2.840.113549.1.9.3'
export const messageDigestAttribute = '1.2.840.113549.1.9.4'
export const signingTimeAttribute = '1.2.840.113549.1.9.5'
export const dataType = '1.2.840.113549.1.7.1'
export const sha256Digest = '2.16.840.1.101.3.4.2.1'
export const ecdsaWithSha256 = '1.2.840.10045.4.3.2'

function readMessage(der: Uint8Array): { certificates: Certificate[]; signers: readonly SignerInfo[] } {
  const { contentType, content } = AsnConvert.parse(der, ContentInfo)
  if (contentType !== id_signedData) throw new BadWalletToken('unreadable')
  const message = AsnConvert.parse(content, SignedData)
  const certificates = [...(message.certificates ?? [])].flatMap(({ certificate }) => certificate ?? [])
  return { certificates, signers: [...message.signerInfos] }
}

const isMarked = ({ tbsCertificate }: Certificate, mark: string): boolean =>
  (tbsCertificate.extensions ?? []).some(({ extnID }) => extnID === mark)

const x509Of = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))

/** The leaf's key, when each certificate is valid now and issued by the next, and the last by one of the roots. */
function requireChain(
  [leaf, intermediate]: [X509Certificate, X509Certificate],
  roots: readonly string[],
  now: Instant,
) {
  const isTrusted = roots.some((pem) => {
    const root = new X509Certificate(pem)
    return root.ca && isValid(root, now) && isIssuedBy(intermediate, root)
  })
  if (!isTrusted || leaf.ca || !intermediate.ca || !isIssuedBy(leaf, intermediate))
    throw new BadWalletToken('untrusted')
  if (!isValid(leaf, now) || !isValid(intermediate, now)) throw new BadWalletToken('untrusted')
  return leaf.publicKey
}

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey)

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Instant): boolean =>
  validFromDate.getTime() <= now.epochMilliseconds && now.epochMilliseconds <= validToDate.getTime()

/** Signed are the attributes, and one of them is the digest of the content (RFC 5652, 5.4). */
function isSignedBy(
  signer: SignerInfo,
  leaf: Certificate,
  key: X509Certificate['publicKey'],
  signed: Uint8Array,
): boolean {
  const digest = attributeOf(signer, messageDigestAttribute)
  if (!isOf(leaf, signer) || !digest) return false
  if (signer.digestAlgorithm.algorithm !== sha256Digest || signer.signatureAlgorithm.algorithm !== ecdsaWithSha256)
    return false
  const expected = derOf(octetString, createHash('sha256').update(signed).digest())
  if (!Buffer.from(digest).equals(expected)) return false
  return verify('sha256', signedAttributesOf(signer), key, Buffer.from(signer.signature.buffer))
}

const octetString = 0x04

/** The signer is named by the issuer and the number of its certificate. */
function isOf({ tbsCertificate: { issuer, serialNumber } }: Certificate, { sid }: SignerInfo): boolean {
  const named = sid.issuerAndSerialNumber
  if (!named || !isSame(named.serialNumber, serialNumber)) return false
  return isSame(AsnConvert.serialize(named.issuer), AsnConvert.serialize(issuer))
}
const isSame = (one: ArrayBuffer, other: ArrayBuffer): boolean => Buffer.from(one).equals(Buffer.from(other))

/** They stand in the message under a tag of their own, and are signed as the set that they are. */
export const signedAttributesOf = ({ signedAttrs = [] }: SignerInfo): Buffer =>
  derSetOf(signedAttrs.map((attribute) => Buffer.from(AsnConvert.serialize(attribute))))

function attributeOf({ signedAttrs = [] }: SignerInfo, type: string): ArrayBuffer | undefined {
  const found = signedAttrs.filter(({ attrType }) => attrType === type)
  return found.length === 1 && found[0]!.attrValues.length === 1 ? found[0]!.attrValues[0] : undefined
}

function requireRecent(signer: SignerInfo, now: Instant): void {
  const signedAt = readTime(attributeOf(signer, signingTimeAttribute))
  if (!signedAt) throw new BadWalletToken('signature')
  const age = now.since(signedAt)
  if (age.total('seconds') > ageMaxSeconds) throw new BadWalletToken('too_old')
  if (age.total('seconds') < -ageMaxSeconds) throw new BadWalletToken('too_new')
}
/** "If the time signature and the transaction time differ by more than 5 minutes" (Apple's reference, step 1). */
const ageMaxSeconds = 300

/** UTCTime or GeneralizedTime in DER, with seconds and without fractions (RFC 5652, 11.3). */
function readTime(der: ArrayBuffer | undefined): Instant | undefined {
  if (!der) return undefined
  const text = Buffer.from(der).subarray(2).toString('latin1')
  const digits = /^(?:\d{12}|\d{14})Z$/.test(text) ? text.slice(0, -1) : undefined
  if (!digits) return undefined
  // Two digits of a year: up to 2049 (X.509).
  const whole = digits.length === 14 ? digits : `${Number(digits.slice(0, 2)) < 50 ? '20' : '19'}${digits}`
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(whole)!
  try {
    return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  } catch {
    return undefined
  }
}
