import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { isP256 } from '../p256.ts'

/** SHA-256 of "Apple Root CA - G3" in DER, as Apple publishes it: the one root of payment tokens. */
export const appleRootFingerprint = '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179'

/** A certificate from a file, in PEM or DER; undefined for anything else. */
export function readCertificate(file: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(file)
  } catch {
    return undefined
  }
}

export const isAppleRoot = ({ fingerprint256 }: X509Certificate): boolean =>
  fingerprint256.replaceAll(':', '') === appleRootFingerprint

/** A private key in PEM without a password; undefined for anything else. */
export function readPem(pem: Secret<string>): KeyObject | undefined {
  try {
    return createPrivateKey(pem.reveal())
  } catch {
    return undefined
  }
}

/** Why a payment processing certificate and its key cannot be used for a merchant id; undefined: they can. */
export function faultOfProcessing(
  certificate: X509Certificate,
  key: KeyObject,
  { merchantId, now }: { merchantId: string; now: Instant },
): string | undefined {
  const fault = faultOfPair(certificate, key, now)
  if (fault) return fault
  if (!isP256(key)) return 'must have a key of the curve P-256; certificates with RSA keys are not supported'
  const hash = merchantIdHashIn(certificate)
  if (!hash) return 'must be a payment processing certificate of Apple Pay, which has the hash of its merchant id'
  const expected = createHash('sha256').update(merchantId).digest('hex')
  return hash.toLowerCase() === expected ? undefined : `must be of the merchant id ${merchantId}; it is of another one`
}

/** The same of any certificate and its key. */
export function faultOfPair(certificate: X509Certificate, key: KeyObject, now: Instant): string | undefined {
  if (!certificate.checkPrivateKey(key)) return 'must be of the private key that is given with it'
  return certificate.validToDate.getTime() <= now.epochMilliseconds
    ? `must be valid; it expired on ${certificate.validTo}`
    : undefined
}

/** Apple's own extension: the hash in hexadecimal digits, behind a tag and a length. */
export const merchantIdExtension = '1.2.840.113635.100.6.32'

function merchantIdHashIn({ raw }: X509Certificate): string | undefined {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const found = extensions.find(({ extnID }) => extnID === merchantIdExtension)
  return found && /[\da-f]{64}$/i.exec(Buffer.from(found.extnValue.buffer).toString('latin1'))?.[0]
}
