import { isDeepStrictEqual } from 'node:util'
import type { Instant } from '#kernel/base/clock.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import { insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { type SubjectId, subjectText } from '#kernel/db/subject.ts'
import type { Author } from './directory.ts'

/**
 * The audit entry of a change of money or access, to be committed with the change itself.
 * `before` and `after` say what changed and contain no secret: they are kept for good.
 */
export function auditEntry(now: Instant, by: Author, { action, owner, subject, before, after }: AuditedChange): Write {
  return insert('directory.audit', {
    actor: by.actor,
    action,
    owner_kind: owner.kind,
    owner_id: owner.id,
    subject_type: subject.type,
    subject_id: subject.id === undefined ? null : subjectText(subject.id),
    before: before === undefined ? null : jsonb(before),
    after: after === undefined ? null : jsonb(after),
    from_where: by.fromWhere,
    reason: by.reason ?? null,
    occurred_at: now,
  })
}

export type AuditedChange = {
  /** Subject and past tense, as events are named: `siteChanged`. */
  action: string
  /** The owner of the log; it may be created by the same commit. */
  owner: { kind: OwnerKind; id: string | Ref }
  /** Without id: many at once. */
  subject: { type: string; id?: SubjectId }
  before?: unknown
  after?: unknown
}

/**
 * The fields that differ, as they were and as they are, with long values cut short. Of those that are `withheld`, because
 * they may say something of a person and the audit is never erased, that they differ.
 */
export function difference(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  withheld: readonly string[] = [],
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]))
  if (fields.length === 0) return undefined
  const part = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      fields.map((field) => [field, withheld.includes(field) && from[field] ? notKept : shortened(from[field])]),
    )
  return { before: part(before), after: part(after) }
}

/** In the audit, in place of what may say something of a person. */
export const notKept = 'not kept'

/** Fields as the audit stores them: all of them, with long values cut short. */
export const described = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, shortened(value)]))

/** As they are stored: the database keeps the names of an object in an order of its own. */
function isSame(one: unknown, other: unknown): boolean {
  const [text, otherText] = [textOf(one), textOf(other)]
  return text === otherText || isDeepStrictEqual(JSON.parse(text), JSON.parse(otherText))
}

const textOf = (value: unknown): string => jsonb(value ?? null).jsonText

/** A removed value is null: JSON would leave the field out, and the audit would not show that it was removed. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= shortMax) return value ?? null
  return `${value.slice(0, shortMax)}… (${value.length} characters)`
}
/** A logo is up to 100 kB; an address is stored in full. */
const shortMax = 2_048
