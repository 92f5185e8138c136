import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { intermediateMark, leafMark } from '../apple/verify-signature.ts'
import { spkiOf } from '../p256.ts'
import { certify, newKey, pemOf } from './certificates.ts'

/** The keys of a sandbox that plays Apple and Google: it signs tokens as they do, under roots of its own. */
export type TestIssuer = {
  apple: { root: string; intermediate: X509Certificate; leaf: X509Certificate; leafKey: KeyObject }
  google: { rootKey: KeyObject }
}

/** Makes fresh ones, as the text in which they are kept: a secret. */
export function generateTestIssuer(): string {
  const [rootKey, intermediateKey, leafKey] = [newKey(), newKey(), newKey()]
  const [rootName, intermediateName] = ['Florin test wallet root', 'Florin test wallet authority']
  const root = certify({ name: rootName, isIssuer: true, privateKey: rootKey })
  const intermediate = certify({
    name: intermediateName,
    issuer: { name: rootName, privateKey: rootKey },
    isIssuer: true,
    privateKey: intermediateKey,
    marks: [{ type: intermediateMark }],
  })
  const leaf = certify({
    name: 'Florin test wallet',
    issuer: { name: intermediateName, privateKey: intermediateKey },
    isIssuer: false,
    privateKey: leafKey,
    marks: [{ type: leafMark }],
  })
  return JSON.stringify({
    apple: {
      root: pemOf(root.der),
      intermediate: pemOf(intermediate.der),
      leaf: pemOf(leaf.der),
      leafKey: pkcs8Of(leafKey),
    },
    google: { rootKey: pkcs8Of(newKey()) },
  })
}

const Key = z.string().transform(readPrivateKey)
const Pem = z.string().transform((pem) => new X509Certificate(pem))
const Kept = z.object({
  apple: z.object({ root: z.string(), intermediate: Pem, leaf: Pem, leafKey: Key }),
  google: z.object({ rootKey: Key }),
})

export const readTestIssuer = (text: string): TestIssuer => Kept.parse(JSON.parse(text))

/** Google's list of signing keys, as Google publishes it, with the one of the sandbox. */
export const rootKeysOf = ({ google }: Pick<TestIssuer, 'google'>): string =>
  JSON.stringify({
    keys: [
      {
        keyValue: spkiOf(google.rootKey).toString('base64'),
        protocolVersion: 'ECv2',
        // In 2068: the clock of staging may be far ahead.
        keyExpiration: '3100000000000',
      },
    ],
  })

/** A private key as the base64 of its PKCS #8 in DER, and back. */
export const pkcs8Of = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
export function readPrivateKey(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
}
