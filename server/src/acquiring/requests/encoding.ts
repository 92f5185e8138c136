import { isWithin, type JsonValue, parseJsonExactly, requestLimits } from '#kernel/base/json.ts'

/**
 * Standard base64, with its padding, and nothing that a decoder would have to guess. Two repairs only: a plus that a
 * form did not escape arrives as a space, and MIME encoders break lines. Undefined for anything else.
 */
export function decodeBase64(encoded: string): Buffer | undefined {
  const repaired = encoded.replaceAll(/[\r\n]/g, '').replaceAll(' ', '+')
  const bytes = Buffer.from(repaired, 'base64')
  return bytes.toString('base64') === repaired ? bytes : undefined
}

/** UTF-8, strictly; a byte order mark is not part of the text. */
export function decodeText(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** JSON whose numbers keep their digits. Undefined when it is malformed, or larger or deeper than any request. */
export function parseJson(text: string | undefined): JsonValue | undefined {
  if (text === undefined || !isWithin(text, requestLimits)) return undefined
  try {
    return parseJsonExactly(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The same without the digits of numbers, in a tenth of the time: to find out whose request it claims to be. */
export function parseJsonRoughly(text: string): unknown {
  if (!isWithin(text, requestLimits)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
