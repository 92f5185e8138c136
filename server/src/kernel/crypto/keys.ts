import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'
import { makePrivateFile, refuseOpenFile, replacePrivateFile } from '#kernel/crypto/private-file.ts'

/**
 * The master keys. Each purpose has its own numbered keys; the highest number seals, and every number opens. To rotate
 * a key, add one, re-wrap what the old one sealed, and only then remove the old one.
 */
export type KeyRing = {
  seal(purpose: SealPurpose, plain: Uint8Array | string, context: string): Uint8Array
  /** Throws when the text was sealed for another purpose or context, was changed, or its key is gone. */
  open(purpose: SealPurpose, sealed: Uint8Array, context: string): Buffer
  /** Which key number sealed this, and which seals now. */
  versionOf(sealed: Uint8Array): number
  newestVersion(purpose: SealPurpose): number
  /** The numbers that the ring holds for the purpose. */
  versions(purpose: SealPurpose): readonly number[]
  /**
   * The code that binds a text to this installation: the number of the key in one byte, 16 bytes of chance (fresh, unless
   * given), and HMAC-SHA256 of both and the text under a key derived from the master key of that number.
   */
  mac(purpose: SealPurpose, text: string, chance?: Uint8Array): Buffer
  /** Whether a code is that of the text, under a key of the ring. */
  fitsMac(purpose: SealPurpose, mac: Uint8Array, text: string): boolean
  /** HMAC-SHA256 under a key that is never rotated, for fingerprints and lookups. */
  fingerprint(purpose: FingerprintPurpose, text: string): Buffer
}

/**
 * `vault` wraps the data keys of card numbers, `directory` seals the API keys that the platform issues and
 * the secrets of authenticator apps of staff, `'issuing'`
 * seals the cards that it issues and the keys of their products, `documents` what people upload to say who they are.
 */
export const sealPurposes = ['vault', 'directory', 'issuing', 'documents'] as const
export type SealPurpose = (typeof sealPurposes)[number]
/**
 * `cardNumber` identifies uses of the same card; `siteKey` finds the owner of an API key; `page` signs page tokens;
 * `documents` identifies uses of the same identity document, and shows that what was typed of one is unchanged.
 */
export const fingerprintPurposes = ['cardNumber', 'siteKey', 'page', 'documents'] as const
export type FingerprintPurpose = (typeof fingerprintPurposes)[number]

const keyBytes = 32
const Key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === keyBytes, 'a key is 32 bytes')
const KeyFile = z.object({
  seal: z.record(z.enum(sealPurposes), z.record(z.string().regex(/^[1-9]\d?$/), Key)),
  fingerprint: z.record(z.enum(fingerprintPurposes), Key),
})
type KeyFile = z.output<typeof KeyFile>

/**
 * Reads the key ring from the JSON text of a key file. The text is a secret; the error of a bad one names the field
 * only.
 */
export function readKeyRing(text: string): KeyRing {
  let unchecked: unknown
  try {
    unchecked = JSON.parse(text)
  } catch {
    throw new Error(
      'The master keys are not JSON. Restore the copy that you keep: no other keys open what is sealed. ' +
        'A new installation, which has sealed nothing, makes its set with: florin keys generate',
    )
  }
  const parsed = KeyFile.safeParse(unchecked)
  if (!parsed.success) {
    throw new Error(
      `The master keys are not complete: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}. ` +
        'Keys that an older version did not know are added with: florin keys complete <file>',
    )
  }
  return keyRing(parsed.data)
}

/** The text of a fresh key file. */
export function generateKeys(): string {
  const key = () => randomBytes(keyBytes).toString('base64')
  const seal = Object.fromEntries(sealPurposes.map((purpose) => [purpose, { 1: key() }]))
  const fingerprint = Object.fromEntries(fingerprintPurposes.map((purpose) => [purpose, key()]))
  return `${JSON.stringify({ seal, fingerprint }, null, 2)}\n`
}

/**
 * The same key file with a key for each purpose that it has none for, because an older version made it; undefined when
 * nothing is missing. No key that is there is changed.
 */
export function withMissingKeys(text: string): string | undefined {
  const file = JSON.parse(text) as { seal: Record<string, unknown>; fingerprint: Record<string, unknown> }
  const fresh = JSON.parse(generateKeys()) as typeof file
  const whole = {
    ...file,
    seal: { ...fresh.seal, ...file.seal },
    fingerprint: { ...fresh.fingerprint, ...file.fingerprint },
  }
  const count = ({ seal, fingerprint }: typeof file) =>
    Object.keys({ ...seal }).length + Object.keys({ ...fingerprint }).length
  return count(whole) === count(file) ? undefined : `${JSON.stringify(whole, null, 2)}\n`
}

/**
 * Adds to a key file what an older version did not know. Of several programs one does it, and the others wait for it,
 * so that all have the same keys. Returns whether something was missing.
 */
export function completeKeyFile(path: string): boolean {
  if (withMissingKeys(readFileSync(path, 'utf8')) === undefined) return false
  // The program that changed the file before may have added them since the first look.
  changeKeyFile(path, withMissingKeys)
  return true
}

/**
 * Puts what a change makes of a key file in its place, whole and with the owner and mode of the file before; undefined:
 * nothing changes. Programs that do it at once wait for each other, so that no key is lost.
 */
export function changeKeyFile(path: string, change: (text: string) => string | undefined): void {
  const taken = `${path}.completed`
  for (let tries = 0; !isTaken(taken); tries++) {
    if (tries === waitsMax)
      throw new Error(`Another program changes ${path}. If none is running, remove ${taken} and start again.`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
  }
  try {
    const changed = change(readFileSync(path, 'utf8'))
    if (changed !== undefined) replacePrivateFile(path, changed)
  } finally {
    rmSync(taken, { force: true })
  }
}
const waitsMax = 60
const waitMs = 50

function isTaken(draft: string): boolean {
  try {
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * The same key file with one more key for the purpose; the new one seals from now on. Its number is the next one, or a
 * higher one, where the numbers between were used by keys that are lost.
 */
export function withFreshKey(text: string, purpose: SealPurpose, number?: number): string {
  const file = JSON.parse(text) as { seal: Record<string, Record<string, string>> }
  const numbers = Object.keys(file.seal[purpose] ?? {}).map(Number)
  const newest = Math.max(0, ...numbers)
  const next = number ?? newest + 1
  if (next <= newest || next > keyNumberMax)
    throw new Error(`A new ${purpose} key has a number from ${newest + 1} to ${keyNumberMax}.`)
  file.seal[purpose] = {
    ...file.seal[purpose],
    [next]: randomBytes(keyBytes).toString('base64'),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Two digits, as the key file is read. */
const keyNumberMax = 99

/**
 * Reads the key file, and where `mayGenerate` allows it (staging only) makes it on first use, readable by its owner
 * alone, and adds the keys that an older version did not know.
 */
export function loadKeyFile(path: string, { mayGenerate }: { mayGenerate: boolean }): Secret<string> {
  if (!existsSync(path)) {
    if (!mayGenerate)
      throw new Error(`There is no key file at ${path}. Make one with: florin keys generate --to ${path}`)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Of two programs that start at once, one makes the file and the other reads it.
    makePrivateFile(path, generateKeys())
  }
  refuseOpenFile({ path, mode: statSync(path).mode }, 'with the database it opens card numbers')
  if (mayGenerate && isJson(readFileSync(path, 'utf8'))) completeKeyFile(path)
  return new Secret(readFileSync(path, 'utf8'))
}

/** A text that is none is refused by `readKeyRing`, which says so. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const [macChanceBytes, macDigestBytes] = [16, 32]

const ivBytes = 12
const tagBytes = 16

function keyRing(file: KeyFile): KeyRing {
  const versions = (purpose: SealPurpose) => Object.keys(file.seal[purpose]).map(Number)
  const newestVersion = (purpose: SealPurpose) => Math.max(...versions(purpose))
  const macKeys = new Map<string, Buffer>()
  const macKey = (purpose: SealPurpose, version: number): Buffer =>
    macKeys.getOrInsertComputed(`${purpose}:${version}`, () => {
      const key = file.seal[purpose][version]
      if (!key) throw new Error(`The ${purpose} key number ${version} is not in the key file.`)
      return Buffer.from(hkdfSync('sha256', key, '', `${purpose}: codes of rows`, keyBytes))
    })
  const macOf = (purpose: SealPurpose, head: Uint8Array, text: string): Buffer =>
    createHmac('sha256', macKey(purpose, head[0]!)).update(head).update(text).digest()
  return {
    mac: (purpose, text, chance = randomBytes(macChanceBytes)) => {
      const head = Buffer.concat([Buffer.of(newestVersion(purpose)), chance])
      return Buffer.concat([head, macOf(purpose, head, text)])
    },
    fitsMac: (purpose, mac, text) => {
      const [head, digest] = [mac.subarray(0, 1 + macChanceBytes), mac.subarray(1 + macChanceBytes)]
      if (digest.length !== macDigestBytes || !file.seal[purpose][head[0]!]) return false
      return timingSafeEqual(digest, macOf(purpose, head, text))
    },
    newestVersion,
    versions,
    versionOf: (sealed) => sealed[0]!,
    seal: (purpose, plain, context) => {
      const version = newestVersion(purpose)
      const sealed = sealWith(file.seal[purpose][version]!, plain, `${purpose}:${version}:${context}`)
      return Buffer.concat([Buffer.from([version]), sealed])
    },
    open: (purpose, sealed, context) => {
      const version = sealed[0]!
      const key = file.seal[purpose][version]
      if (!key) throw new Error(`The ${purpose} key number ${version} is not in the key file.`)
      return openWith(key, sealed.subarray(1), `${purpose}:${version}:${context}`)
    },
    fingerprint: (purpose, text) => createHmac('sha256', file.fingerprint[purpose]).update(text).digest(),
  }
}

/** AES-256-GCM: 12 bytes of fresh iv, the ciphertext, 16 bytes of tag. The context is authenticated, not stored. */
export function sealWith(key: Uint8Array, plain: Uint8Array | string, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain as string, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

export function openWith(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(sealed.length - tagBytes)
  if (sealed.length < ivBytes + tagBytes) throw new Error('This is too short to have been sealed.')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes)), decipher.final()])
}
