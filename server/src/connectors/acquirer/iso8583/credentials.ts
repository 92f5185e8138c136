import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import type { MacKey } from '#connectors/iso8583/mac.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type CredentialField, CredentialProblem } from '../processor.ts'
import { type Profile, ProfileProblem, readProfile } from './profile.ts'

export type Credentials = {
  profile: Profile
  macKey: MacKey | undefined
  tls: { ca: string | undefined; certificate: string | undefined; key: Secret<string> | undefined }
  /** Differs whenever anything of it does: then lines are opened anew. */
  version: string
}

export const fields: readonly CredentialField[] = [
  {
    name: 'profile',
    help: 'The profile of the host: a JSON text that says how it is reached and what its messages say.',
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'macKey',
    help: 'The key of the authentication codes, in hexadecimal digits: the acquirer sends it in parts that are put together under dual control.',
    isSecret: true,
    isRequired: false,
  },
  {
    name: 'tlsCa',
    help: 'The certificate of the authority that has signed the one of the host, as PEM; without it, those of public authorities count.',
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'tlsCertificate',
    help: 'The certificate that the acquirer has signed for this installation, as PEM.',
    isSecret: false,
    isRequired: false,
  },
  { name: 'tlsKey', help: 'The private key of tlsCertificate, as PEM.', isSecret: true, isRequired: false },
]

/** @throws CredentialProblem, with the field; keys are never shown. */
export function readCredentials(given: Readonly<Record<string, string>>): Credentials {
  const profile = profileIn(given.profile)
  const tls = tlsIn(given)
  if (!profile.tls && (tls.ca || tls.certificate))
    throw new CredentialProblem('profile', 'it has no part tls, so the certificates would not be used: add "tls": {}')
  return {
    profile,
    macKey: macKeyIn(given.macKey, profile),
    tls,
    version: createHash('sha256')
      .update(JSON.stringify(Object.entries(given).toSorted()))
      .digest('base64'),
  }
}

function profileIn(text: string | undefined): Profile {
  if (!text) throw new CredentialProblem('profile', 'it is missing')
  try {
    return readProfile(text)
  } catch (error) {
    if (error instanceof ProfileProblem) throw new CredentialProblem('profile', error.message)
    throw error
  }
}

function macKeyIn(hex: string | undefined, { mac }: Profile): MacKey | undefined {
  if (!mac && hex) throw new CredentialProblem('macKey', 'the profile has no part mac that would use it')
  if (!mac) return undefined
  if (!hex) throw new CredentialProblem('macKey', 'it is missing: the profile has a part mac')
  const lengths = mac.algorithm === 'x9.19' ? [32] : [32, 48, 64]
  if (!/^[0-9A-Fa-f]+$/.test(hex) || !lengths.includes(hex.length))
    throw new CredentialProblem('macKey', `a key for ${mac.algorithm} has ${lengths.join(', ')} hexadecimal digits`)
  return new Secret(Uint8Array.from(Buffer.from(hex, 'hex')))
}

function tlsIn({ tlsCa, tlsCertificate, tlsKey }: Readonly<Record<string, string>>): Credentials['tls'] {
  for (const [name, pem] of Object.entries({ tlsCa, tlsCertificate }))
    if (pem && !isCertificate(pem)) throw new CredentialProblem(name, 'it is not a certificate in PEM')
  if ((tlsCertificate === undefined) !== (tlsKey === undefined))
    throw new CredentialProblem('tlsKey', 'tlsCertificate and tlsKey go together')
  if (tlsCertificate && tlsKey && !isKeyOf(tlsKey, tlsCertificate))
    throw new CredentialProblem('tlsKey', 'it is not the private key of tlsCertificate')
  return { ca: tlsCa, certificate: tlsCertificate, key: tlsKey === undefined ? undefined : new Secret(tlsKey) }
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}

function isKeyOf(key: string, certificate: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
