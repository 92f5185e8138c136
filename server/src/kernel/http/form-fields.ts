import type { Readable } from 'node:stream'
import { openFormParser, parsed, UploadTooLarge } from './form-parser.ts'

type Limits = { bytesMax: number; fieldBytesMax: number }

/** Reads a form without files (`multipart/form-data`): the last field of a name counts, and files are dropped. */
export async function receiveFields(
  body: Readable,
  contentType: string,
  { bytesMax, fieldBytesMax }: Limits,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const limits = { files: 1, fields: 60, parts: 60, fieldSize: fieldBytesMax, fileSize: 1 }
  const parser = openFormParser(contentType, limits)
  let isCut = false
  parser.on('field', (name, value, _isNameCut, isValueCut) => {
    isCut ||= isValueCut
    fields[name] = value
  })
  parser.on('file', (_name, stream) => stream.resume())
  await parsed(body, parser, bytesMax).finally(() => body.resume())
  if (isCut) throw new UploadTooLarge()
  return fields
}
