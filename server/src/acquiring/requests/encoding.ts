import { type JsonValue, parseJsonExactly } from '#kernel/base/json.ts'

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

/** JSON whose numbers keep their digits. Undefined when it is malformed, or nested deeper than any request. */
export function parseJson(text: string | undefined): JsonValue | undefined {
  if (text === undefined || isTooDeep(text)) return undefined
  try {
    return parseJsonExactly(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Looked at before parsing, which recurses. A walk: a pattern would be quadratic on unfinished text. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inText && character === '\\') index++
    else if (character === '"') inText = !inText
    else if (!inText && (character === '{' || character === '[')) depth++
    else if (!inText && (character === '}' || character === ']')) depth--
    if (depth > nestingMax) return true
  }
  return false
}
const nestingMax = 32
