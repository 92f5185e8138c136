/** What the server asks the browser for, and what the browser replies, both as JSON (WebAuthn, 5.1.8). */
export type PasskeyOptions = Readonly<Record<string, unknown>>
export type PasskeyReply = Readonly<Record<string, unknown>>

/** Why this browser makes and uses no passkeys here; undefined where it does. */
export function passkeysAreOff(): 'browser' | 'address' | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'address'
  const { PublicKeyCredential: credential } = globalThis
  return typeof credential === 'function' && 'parseRequestOptionsFromJSON' in credential ? undefined : 'browser'
}

/** The person stopped it, or waited too long: both are said in the same way by browsers. */
export class PasskeyStopped extends Error {
  override readonly name = 'PasskeyStopped'
}

export const createPasskey = (options: PasskeyOptions): Promise<PasskeyReply> =>
  replyOf(
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never) }),
  )

export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyReply> =>
  replyOf(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never) }))

async function replyOf(asking: Promise<Credential | null>): Promise<PasskeyReply> {
  const credential = await asking.catch((error: unknown) => {
    throw new PasskeyStopped(error instanceof Error ? error.message : '')
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyStopped('')
  return credential.toJSON() as unknown as PasskeyReply
}
