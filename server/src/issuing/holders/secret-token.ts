import { createHash, randomBytes } from 'node:crypto'
import { Secret } from '#kernel/base/secret.ts'

/** 256 random bits with a prefix that says what they are: `rt_` a refresh token, `st_` a session token. */
export const newSecretToken = (prefix: 'rt' | 'st'): Secret<string> =>
  new Secret(`${prefix}_${randomBytes(32).toString('base64url')}`)

/** What is stored of a token. */
export const hashOfToken = (token: Secret<string>): Buffer => createHash('sha256').update(token.reveal()).digest()

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
