import { createHash } from 'node:crypto'
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { World } from './world.ts'

/**
 * In which columns of the whole database something is said of somebody, however it is written: in any letter case, as
 * base64, hex, %-encoding, `\u` escapes or compressed, one in the other, or as an unsalted digest of a text that can be
 * guessed. A column is named `orders.orders.description`, once.
 */
export async function foundByContent(
  { query }: Pick<World, 'query'>,
  { words, guessable = [] }: { words: readonly string[]; guessable?: readonly string[] },
): Promise<string[]> {
  const tables = await query(`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const folded = words.map((word) => word.toLowerCase())
  const digests = guessable.flatMap(digestsOf)
  const isIn = (text: string): boolean =>
    folded.some((word) => text.toLowerCase().includes(word)) || digests.some((digest) => text.includes(digest))
  const found = new Set<string>()
  for (const { name } of tables) {
    const rows = await query(`select to_jsonb(r) as row from ${name} r`)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row as object)) {
        const at = `${name}.${column}`
        if (!found.has(at) && leaves(value).some((leaf) => readings(leaf).some(isIn))) found.add(at)
      }
  }
  return [...found].toSorted()
}

/** The beginnings of digests, as hex and in both kinds of base64: a shorter digest is found as well. */
const digestsOf = (text: string): string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest().subarray(0, 15)
    return (['hex', 'base64', 'base64url'] as const).map((encoding) => digest.toString(encoding))
  })

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...leaves(inner)])
}

/** A text as it is, and as what it may be once it is unwrapped. */
function readings(text: string, depth = 0): string[] {
  if (depth === 3 || text.length < 4) return [text]
  const inner = [...escapes(text), ...encoded(text).flatMap(opened)].filter((one) => one !== text)
  return [text, ...inner.flatMap((one) => readings(one, depth + 1))]
}

function* escapes(text: string): Iterable<string> {
  if (text.includes('%'))
    yield text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
  if (text.includes('\\u'))
    yield text.replaceAll(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
}

const encoded = (text: string): Buffer[] => [
  ...(text.match(/(?:[\da-f]{2}){8,}/gi) ?? []).map((run) => Buffer.from(run, 'hex')),
  ...(text.match(/[\w+/-]{16,}={0,2}/g) ?? []).map((run) => Buffer.from(run, 'base64')),
]

/** Bytes as the text that they are, if they are text, and what they hold compressed. */
function opened(bytes: Buffer): string[] {
  const kinds = bytes[0] === 0x1f ? [gunzipSync] : [inflateSync, inflateRawSync]
  const unpacked = kinds.flatMap((open) => {
    try {
      return [open(bytes, { maxOutputLength: 1_000_000 }).toString()]
    } catch {
      return []
    }
  })
  const isText = bytes.subarray(0, 200).every((byte) => byte >= 9)
  return isText || unpacked.length > 0 ? [bytes.toString(), ...unpacked] : [bytes.toString('latin1')]
}
