import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

type Asked = { challenge: string }
/** What a test changes in what an honest browser would send. */
type Lie = { origin?: string; challenge?: string; isUnlocked?: boolean; counts?: number }

/**
 * A passkey as a telephone holds one (WebAuthn, 6.1): a key of P-256 for one host, which counts its signatures. It makes
 * what `navigator.credentials` replies.
 */
export function openPasskey({ host, origin: ownOrigin }: { host: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signatures = 0
  const { x, y } = publicKey.export({ format: 'jwk' })
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x!, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y!, 'base64url'))],
  ])
  const clientData = (type: string, { challenge }: Asked, { origin = ownOrigin, ...lie }: Lie) =>
    JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin, crossOrigin: false })
  const authenticatorData = (flags: number, counter: number, rest: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest])
  }
  const common = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} }
  return {
    /** Replies to `navigator.credentials.create`. */
    register: (asked: Asked, lie: Lie = {}) => {
      const length = Buffer.from([0, id.length])
      const key = isoCBOR.encode(cose as never)
      const authData = authenticatorData(
        isPresent | isUnlocked | hasKey,
        0,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      )
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', asked, lie)),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      }
      return { ...common, response }
    },
    /** Replies to `navigator.credentials.get`. */
    sign: (asked: Asked, lie: Lie = {}) => {
      signatures = lie.counts ?? signatures + 1
      const flags = lie.isUnlocked === false ? isPresent : isPresent | isUnlocked
      const data = authenticatorData(flags, signatures)
      const client = clientData('webauthn.get', asked, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) }
      return { ...common, response }
    },
  }
}
const isPresent = 0x01
const isUnlocked = 0x04
const hasKey = 0x40
