import type { TextEncoding } from './encodings.ts'
import { type FieldCodec, type FieldFormat, fieldCodec } from './field-codec.ts'
import { type FieldDefinition, fieldDefinitions } from './fields.ts'

/** The layouts that switches speak: jPOS calls them ISO87BPackager, ISO87APackager and ISO87APackagerBBitmap. */
export const packagingNames = ['bcd', 'ascii', 'ascii-binary-bitmap'] as const
export type PackagingName = (typeof packagingNames)[number]

/** What one network does otherwise in one field. */
export type FieldOverride = Partial<FieldFormat & Pick<FieldDefinition, 'kind' | 'length' | 'prefix'>>

/** Why a field cannot be laid out so: a text has no bytes, and only digits can be packed. */
export function overrideProblem(number: number, { content, ...changes }: FieldOverride): string | undefined {
  const standard = fieldDefinitions.find((definition) => definition.number === number)
  if (!standard) return 'there is no such field'
  const kind = changes.kind ?? standard.kind
  const allowed = kind === 'b' ? ['bytes', 'hex'] : isDigits(kind) ? ['text', 'packed'] : ['text']
  return content === undefined || allowed.includes(content) ? undefined : `its content can be ${allowed.join(' or ')}`
}

const isDigits = (kind: FieldDefinition['kind']): boolean => kind === 'n' || kind === 'z' || kind === 'x+n'

type PackagingOptions = { text?: TextEncoding; fields?: Readonly<Record<number, FieldOverride>> }

/** How the messages of a connection are laid out. */
export type Packaging = {
  mti: Pick<FieldFormat, 'content' | 'text'>
  bitmap: Pick<FieldFormat, 'content' | 'text'>
  codecs: ReadonlyMap<number, FieldCodec>
}

export function packagingOf(name: PackagingName, { text = 'ascii', fields = {} }: PackagingOptions = {}): Packaging {
  const codecs = fieldDefinitions.map((standard) => {
    const {
      kind = standard.kind,
      length = standard.length,
      prefix = standard.prefix,
      ...format
    } = fields[standard.number] ?? {}
    const definition = { ...standard, kind, length, prefix }
    return [standard.number, fieldCodec(definition, { ...formatOf(definition, name, text), ...format })] as const
  })
  return {
    mti: { content: name === 'bcd' ? 'packed' : 'text', text },
    bitmap: { content: name === 'ascii' ? 'hex' : 'bytes', text },
    codecs: new Map(codecs),
  }
}

/** Track 2 and numbers of variable length are filled at their end, numbers of fixed length at their start. */
function formatOf({ kind, prefix }: FieldDefinition, name: PackagingName, text: TextEncoding): FieldFormat {
  const zeroAt = prefix > 0 ? 'end' : 'start'
  if (name !== 'bcd') return { content: kind === 'b' ? 'hex' : 'text', lengthAs: 'text', zeroAt, text }
  return { content: kind === 'b' ? 'bytes' : isDigits(kind) ? 'packed' : 'text', lengthAs: 'packed', zeroAt, text }
}
