import { z } from 'zod'
import { isJsonObject } from '#kernel/base/json.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'

/** A field that a schema does not have: its path as the client wrote it, and the names known in its place. */
export type UnknownField = { field: string; known: readonly string[] }

/**
 * The fields of a value that its schema would leave out without a word, at any depth. Objects whose names are the
 * sender's own (records, free JSON) have none.
 */
export function unknownFields(schema: z.ZodObject, sent: unknown): UnknownField[] {
  const found: UnknownField[] = []
  collect(describedBy(schema), sent, '', found)
  return found
}

type Described = {
  properties?: Readonly<Record<string, Described>>
  additionalProperties?: unknown
  items?: Described
  anyOf?: readonly Described[]
}

const described = new WeakMap<z.ZodObject, Described>()

/** The JSON schema of what a client sends, made at the first request. */
function describedBy(schema: z.ZodObject): Described {
  const known = described.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as Described)
  described.set(schema, known)
  return known
}

function collect(schema: Described, sent: unknown, path: string, found: UnknownField[]): void {
  if (Array.isArray(sent)) {
    const { items } = schema
    if (items) for (const [index, entry] of sent.entries()) collect(items, entry, `${path}[${index}]`, found)
    return
  }
  if (!isJsonObject(sent as never)) return
  const one = objectIn(schema)
  if (!one?.properties || one.additionalProperties) return
  const known = Object.keys(one.properties)
  for (const [name, value] of Object.entries(sent as object)) {
    const field = path === '' ? name : `${path}.${name}`
    const inside = Object.hasOwn(one.properties, name) ? one.properties[name] : undefined
    if (inside) collect(inside, value, field, found)
    else found.push({ field: maskCardNumbers(field).slice(0, fieldMax), known })
  }
}
/** A reply quotes no more of a name. */
const fieldMax = 60

/** Of a choice, the only object; where there are several, any of them may be meant. */
function objectIn(schema: Described): Described | undefined {
  if (!schema.anyOf) return schema
  const objects = schema.anyOf.filter(({ properties }) => properties)
  return objects.length === 1 ? objects[0] : undefined
}
