import { refuse } from './refusals.ts'

/** The bytes of a file that was sent as text. What Node would skip over is refused. */
export function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (text === '' || bytes.toString('base64') !== text)
    throw refuse('invalid_evidence_file', { field: 'content', problem: 'it is no Base64' })
  return bytes
}
