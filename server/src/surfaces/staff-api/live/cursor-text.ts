import { randomBytes } from 'node:crypto'
import { type KeyRing, openWith, sealWith } from '#kernel/crypto/keys.ts'
import { type Cursor, logNames } from './changes.ts'

/** Cursors as readers have them. */
export type CursorTexts = {
  of(cursor: Cursor): string
  /** Undefined for what is no text of a cursor of this installation. */
  read(unchecked: unknown): Cursor | undefined
}

/**
 * The numbers of a cursor count what happens on the whole platform, so readers, who are staff of one organization, have
 * them sealed: each text is another one, and all have one length. Each process seals with a key of its own, which any
 * process finds by the salt in the text.
 */
export function openCursorTexts({ fingerprint }: Pick<KeyRing, 'fingerprint'>): CursorTexts {
  const keyOf = (salt: Buffer) => fingerprint('page', `how far changes were read ${salt.toString('base64url')}`)
  const salt = randomBytes(saltBytes)
  const key = keyOf(salt)
  return {
    of: (cursor) => {
      const numbers = Buffer.alloc(numberBytes * logNames.length)
      for (const [nth, log] of logNames.entries()) numbers.writeBigUInt64BE(cursor[log], nth * numberBytes)
      return Buffer.concat([salt, sealWith(key, numbers, context)]).toString('base64url')
    },
    read: (unchecked) => {
      if (typeof unchecked !== 'string' || !/^[\w-]{50,200}$/.test(unchecked)) return undefined
      const sealed = Buffer.from(unchecked, 'base64url')
      try {
        const numbers = openWith(keyOf(sealed.subarray(0, saltBytes)), sealed.subarray(saltBytes), context)
        const read = logNames.map((log, nth) => [log, numbers.readBigUInt64BE(nth * numberBytes)] as const)
        return Object.fromEntries(read) as Cursor
      } catch {
        return undefined
      }
    },
  }
}
const saltBytes = 16
const numberBytes = 8
const context = 'cursor of a stream of staff'
