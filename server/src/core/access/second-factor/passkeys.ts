import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Staff } from '../staff.ts'
import type { RelyingParty } from './factor.ts'
import type { HeldFactor } from './factor-store.ts'

export type Passkey = Extract<HeldFactor, { kind: 'passkey' }>
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>
type Challenge = Uint8Array<ArrayBuffer>

/** Loaded when somebody uses a passkey: it is larger than everything else of a log-in together. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, P-256 and RSA (COSE): what every passkey in use has one of. */
const algorithms = [-8, -7, -257]

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const named = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: text(credentialId), transports: [...transports] }))

/** What the browser is asked for a new passkey. Where it can, the passkey says by itself whose it is. */
export const newPasskeyOptions = async (
  { id, email, name }: Pick<Staff, 'id' | 'email' | 'name'>,
  { host, challenge, known }: { host: string; challenge: Challenge; known: readonly Passkey[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await library()).generateRegistrationOptions({
    rpName: 'Florin',
    rpID: host,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(`staff ${id}`),
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: named(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })

/** The passkey that a browser has made; undefined when the reply is not one to this challenge, at this host. */
export async function newPasskeyOf(
  response: RegistrationResponseJSON,
  { at, challenge }: { at: RelyingParty; challenge: Challenge },
): Promise<NewPasskey | undefined> {
  try {
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: text(challenge),
      expectedOrigin: at.origin,
      expectedRPID: at.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey, counter: BigInt(counter), transports }
  } catch {
    // The library throws on each of many ways in which a reply can be wrong.
    return undefined
  }
}

/**
 * What the browser is asked for a signature: of one of these passkeys; without any, of whichever passkey the person
 * chooses, who must then unlock it, since it is both steps in one.
 */
export const signatureOptions = async (
  passkeys: readonly Passkey[] | undefined,
  { host, challenge }: { host: string; challenge: Challenge },
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await library()).generateAuthenticationOptions({
    rpID: host,
    challenge,
    userVerification: passkeys ? 'preferred' : 'required',
    ...(passkeys && { allowCredentials: named(passkeys) }),
  })

/** The counter after the signature; undefined when it is not the passkey's, to this challenge, at this host. */
export async function counterAfter(
  passkey: Passkey,
  {
    response,
    at,
    challenge,
    isAlone,
  }: { response: AuthenticationResponseJSON; at: RelyingParty; challenge: Challenge; isAlone: boolean },
): Promise<bigint | undefined> {
  const { credentialId, publicKey, counter } = passkey
  try {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: text(challenge),
      expectedOrigin: at.origin,
      expectedRPID: at.host,
      credential: { id: text(credentialId), publicKey: Uint8Array.from(publicKey), counter: Number(counter) },
      requireUserVerification: isAlone,
    })
    return verified ? BigInt(authenticationInfo.newCounter) : undefined
  } catch {
    return undefined
  }
}
