import { createHmac } from 'node:crypto'

const header = Buffer.from('{"alg":"HS512","typ":"JWT"}').toString('base64url')

/**
 * The text as a compact JWS with HS512 (RFC 7515; RFC 7518, 3.2). Written here and not with `jose`, whose signing is
 * asynchronous: it would go to another thread for each of many short texts. The tests verify it with `jose`.
 */
export function hs512(key: string, text: string): string {
  const signed = `${header}.${Buffer.from(text).toString('base64url')}`
  return `${signed}.${createHmac('sha512', key).update(signed).digest('base64url')}`
}
