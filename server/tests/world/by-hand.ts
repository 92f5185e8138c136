import { createDecipheriv, createHmac } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { WorldHttp } from './world-http.ts'

/**
 * What a store does without our client package, in the steps of the documentation and with nothing but its own means.
 */

/** The two form fields for a JSON text, signed over its very bytes with the key as it is given. */
export const signedByHand = (json: string, key: string): { jsonRequest: string; checksum: string } => ({
  jsonRequest: Buffer.from(json, 'utf8').toString('base64'),
  checksum: createHmac('sha512', key).update(Buffer.from(json, 'utf8')).digest('base64'),
})

/** A browser sends the form. */
export const postForm = (
  http: WorldHttp,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<LightMyRequestResponse> =>
  http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

/** Opens `opensslResult` as the PHP sample does: split at the comma, AES-256-CBC under the key's ASCII bytes. */
export function openedByHand(sealed: string, privateKey: string): string {
  const [iv = '', encrypted = ''] = sealed.split(',')
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(privateKey, 'ascii'), Buffer.from(iv, 'base64'))
  return Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64')), decipher.final()]).toString('utf8')
}
