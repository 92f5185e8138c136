import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { UploadBroken, UploadTooLarge } from './upload.ts'

type Limits = { bytesMax: number; fieldBytesMax: number }

/** Reads a form without files (`multipart/form-data`): the last field of a name counts, and files are dropped. */
export async function receiveFields(
  body: Readable,
  contentType: string,
  { bytesMax, fieldBytesMax }: Limits,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const parser = openParser(contentType, fieldBytesMax)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) reject(new UploadTooLarge())
    else fields[name] = value
  })
  parser.on('file', (_name, stream) => stream.resume())
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
  await promise.finally(() => {
    body.unpipe(parser)
    body.resume()
  })
  return fields
}

function openParser(contentType: string, fieldSize: number): InstanceType<typeof Busboy> {
  try {
    const limits = { files: 1, fields: 60, parts: 60, fieldSize, fileSize: 1, headerPairs: 20 }
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch (cause) {
    throw new UploadBroken('the form has no boundary', { cause })
  }
}
