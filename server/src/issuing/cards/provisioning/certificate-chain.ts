import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'

/** Why a chain is not accepted, as it is logged; the caller learns only that it is not. */
export class BadChain extends Error {
  override readonly name = 'BadChain'
}

/**
 * The key of the first certificate, when the chain leads from it to the root, each certificate is valid now, and the
 * key is one of P-256. Leaf first; the root itself may be left out.
 */
export function leafKeyOf(chain: readonly Uint8Array[], root: string, now: Instant): KeyObject {
  const trusted = new X509Certificate(root)
  const certificates = chain.map(read).filter((one) => one.fingerprint256 !== trusted.fingerprint256)
  const [leaf] = certificates
  if (!leaf) throw new BadChain('there is no certificate')
  for (const [at, certificate] of certificates.entries()) {
    const issuer = certificates[at + 1] ?? trusted
    if (!issuer.ca) throw new BadChain(`certificate ${at + 1} may not issue others`)
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
      throw new BadChain(`certificate ${at} is not issued by the next one`)
    if (!isValid(certificate, now)) throw new BadChain(`certificate ${at} is not valid now`)
  }
  if (leaf.ca) throw new BadChain('the leaf is an issuer')
  if (leaf.publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new BadChain('the key is not of P-256')
  return leaf.publicKey
}

function read(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (cause) {
    throw new BadChain('it is no certificate', { cause })
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Instant): boolean =>
  validFromDate.getTime() <= now.epochMilliseconds && now.epochMilliseconds <= validToDate.getTime()
