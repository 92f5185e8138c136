import { z } from 'zod'
import type { TextEncoding } from '#connectors/iso8583/encodings.ts'
import {
  type FieldOverride,
  overrideProblem,
  type Packaging,
  type PackagingName,
  packagingOf,
} from '#connectors/iso8583/packaging.ts'
import { edition1993 } from './edition-1993.ts'

/** What a host has otherwise in one field. */
export const fieldChange = z.strictObject({
  kind: z.enum(['n', 'z', 'x+n', 'an', 'ans', 'private', 'b']).optional(),
  content: z.enum(['text', 'packed', 'bytes', 'hex']).optional(),
  lengthAs: z.enum(['text', 'packed', 'binary']).optional(),
  zeroAt: z.enum(['start', 'end']).optional(),
  text: z.enum(['ascii', 'ebcdic-1047', 'ebcdic-500']).optional(),
  length: z.number().int().min(1).max(999).optional(),
  prefix: z.union([z.literal(0), z.literal(2), z.literal(3)]).optional(),
})

type Layout = {
  layout: PackagingName
  text: TextEncoding
  edition: '1987' | '1993'
  fields: Readonly<Record<string, z.output<typeof fieldChange>>>
}

export function packagingIn({ layout, text, edition, fields }: Layout): { packaging: Packaging } | { problem: string } {
  const changes: Record<number, FieldOverride> = { ...(edition === '1993' ? edition1993 : {}) }
  for (const [number, change] of Object.entries(fields)) {
    // Without the parts that are left out, so that they do not take the place of what the packaging says.
    const given = Object.fromEntries(Object.entries(change).filter(([, part]) => part !== undefined))
    changes[Number(number)] = { ...changes[Number(number)], ...given }
    const problem = overrideProblem(Number(number), changes[Number(number)]!)
    if (problem) return { problem: `fields.${number}: ${problem}` }
  }
  return { packaging: packagingOf(layout, { text, fields: changes }) }
}
