import type { z } from 'zod'
import type { Rule } from '#kernel/http/read.ts'
import { unknownFields } from '#kernel/http/unknown-fields.ts'

/** A field by its path as the client wrote it, what holds for it, and the number such a complaint is known by. */
export type FieldProblem = { field: string; message: string; number: number | undefined; rule?: Rule | undefined }

/** Everything that is wrong with the fields of a request. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly problems: readonly FieldProblem[]
  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ message }) => message).join('; '))
    this.problems = problems
  }
}

/** Reads one part of a request by its schema; what is wrong is added to the problems, by name. */
export function readFields(schema: z.ZodObject, fields: unknown, problems: FieldProblem[]): unknown {
  const parsed = schema.safeParse(fields)
  for (const issue of parsed.error?.issues ?? []) problems.push(problemOf(issue))
  return parsed.data
}

/** Adds a problem for each name that the schema would ignore; `alsoTaken` are known beside it. */
export function findUnknown(
  schema: z.ZodObject,
  fields: unknown,
  problems: FieldProblem[],
  alsoTaken: readonly string[] = [],
): void {
  for (const { field, known } of unknownFields(schema, fields)) {
    if (alsoTaken.includes(field)) continue
    const names = [...new Set([...known, ...alsoTaken])].join(', ') || 'none'
    const message = `${field} is not known here. Known: ${names}`
    problems.push({ field, message, number: undefined, rule: { name: 'unknown_field', values: { known: names } } })
  }
}

/** A reply names so many problems at most. */
export const problemsMax = 50

/** `content[0].item`, as the client would write the path of a JSON value. */
function problemOf({ path, message, ...issue }: z.core.$ZodIssue): FieldProblem {
  const field = path.reduce<string>(
    (whole, part) =>
      typeof part === 'number' ? `${whole}[${part}]` : whole === '' ? String(part) : `${whole}.${String(part)}`,
    '',
  )
  const number = issue.code === 'custom' ? (issue.params?.number as number | undefined) : undefined
  return { field, message: `${field} ${message}`, number, rule: ruleOf(issue) }
}

/** Fields name their rules; of what zod checks itself, only how long a list may be is said by name. */
function ruleOf(issue: Omit<z.core.$ZodIssue, 'path' | 'message'>): Rule | undefined {
  if (issue.code === 'custom') return (issue as z.core.$ZodIssueCustom).params?.rule as Rule | undefined
  const { origin, maximum } = issue as Partial<z.core.$ZodIssueTooBig>
  return origin === 'array' ? { name: 'too_many', values: { max: `${maximum}` } } : undefined
}
