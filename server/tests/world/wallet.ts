import {
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { compactDecrypt, compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { makeCertificate, pemOf } from './certificates.ts'

/**
 * A simulated wallet of the first kind: its device makes certificates and a nonce, and opens what the issuer has sent,
 * as decision 57 describes it. It shares no code with the issuer.
 */
export function openAppleWallet(now: Temporal.Instant) {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [root, sub, device] = [pair(), pair(), pair()]
  const times = { from: now.subtract({ hours: 24 }), to: now.add({ hours: 24 * 365 }) }
  const rootIssuer = { name: 'Wallet Root', key: root.privateKey }
  const subIssuer = { name: 'Wallet Sub', key: sub.privateKey }
  const rootCertificate = makeCertificate({
    ...times,
    name: 'Wallet Root',
    publicKey: root.publicKey,
    issuer: rootIssuer,
    ca: true,
  })
  const subCertificate = makeCertificate({
    ...times,
    name: 'Wallet Sub',
    publicKey: sub.publicKey,
    issuer: rootIssuer,
    ca: true,
  })
  const leafOf = (more: object = {}, issuer = subIssuer) =>
    makeCertificate({ ...times, name: 'Device', publicKey: device.publicKey, issuer, ca: false, ...more })
  const request = () => ({
    certificates: [leafOf(), subCertificate].map((certificate) => certificate.toString('base64')),
    nonce: randomBytes(16).toString('hex'),
    nonceSignature: randomBytes(64).toString('hex'),
  })
  return {
    rootPem: pemOf(rootCertificate),
    rootCertificate,
    subCertificate,
    leafOf,
    pair,
    request,
    /** Throws when anything is not as it must be. */
    open: async (pass: Record<string, unknown>, keys: JSONWebKeySet) => {
      const point = Buffer.from(String(pass.ephemeralPublicKey), 'base64')
      if (point.length !== 65 || point[0] !== 4) throw new Error('no uncompressed point')
      const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
      const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
      const shared = diffieHellman({ privateKey: device.privateKey, publicKey })
      const own = device.publicKey.export({ format: 'jwk' })
      const ownPoint = Buffer.concat([
        Buffer.from('04', 'hex'),
        ...[own.x!, own.y!].map((part) => Buffer.from(part, 'base64url')),
      ])
      const keyOf = (counter: string) =>
        createHash('sha256')
          .update(Buffer.from(counter, 'hex'))
          .update(shared)
          .update(`\rid-aes256-GCMApple`)
          .update(createHash('sha256').update(ownPoint).digest())
          .digest()
      const sealed = Buffer.from(String(pass.encryptedPassData), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keyOf('00000001'), Buffer.alloc(16))
      decipher.setAuthTag(sealed.subarray(-16))
      const clear = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const data = JSON.parse(clear.toString()) as Record<
        'primaryAccountNumber' | 'expiration' | 'name' | 'nonce' | 'nonceSignature',
        string
      >
      const jws = Buffer.from(String(pass.activationData), 'base64').toString()
      const { payload } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms: ['ES256'] })
      const activation = JSON.parse(Buffer.from(payload).toString()) as Record<string, string>
      const digest = createHmac('sha256', keyOf('00000002')).update(data.primaryAccountNumber).digest('base64url')
      if (activation.panDigest !== digest || activation.nonce !== data.nonce)
        throw new Error('another card was activated')
      return { data, activation }
    },
  }
}

/** A simulated token service of the second wallet. */
export function openGoogleWallet() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    open: async (opaque: unknown, keys: JSONWebKeySet) => {
      const jwe = Buffer.from(String(opaque), 'base64').toString()
      const { plaintext } = await compactDecrypt(jwe, privateKey)
      const { payload } = await compactVerify(Buffer.from(plaintext).toString(), createLocalJWKSet(keys), {
        algorithms: ['ES256'],
      })
      return JSON.parse(Buffer.from(payload).toString()) as Record<string, Record<string, string>>
    },
  }
}
