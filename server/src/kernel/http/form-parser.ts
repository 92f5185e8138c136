import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig } from '@fastify/busboy'

/** More bytes than allowed. Thrown while the form is read, so that nobody takes the part for the whole. */
export class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge'
}

/** The request ended within the form, or is no form. */
export class UploadBroken extends Error {
  override readonly name = 'UploadBroken'
}

export type FormParser = InstanceType<typeof Busboy>

/** @throws UploadBroken where the content type is not that of a form. */
export function openFormParser(contentType: string, limits: NonNullable<BusboyConfig['limits']>): FormParser {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...limits, headerPairs: 20 } })
  } catch (cause) {
    throw new UploadBroken('the form has no boundary', { cause })
  }
}

/** Until the whole body is parsed. A body that is too large or breaks off is not read further by the parser. */
export function parsed(body: Readable, parser: FormParser, bytesMax: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let bytes = 0
  body.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > bytesMax) reject(new UploadTooLarge())
  })
  body.once('error', reject)
  body.once('close', () => !body.readableEnded && reject(new UploadBroken('the connection ended')))
  parser.once('error', (cause) => reject(new UploadBroken('the form broke off', { cause })))
  parser.once('finish', resolve)
  body.pipe(parser)
  return promise.finally(() => body.unpipe(parser))
}
