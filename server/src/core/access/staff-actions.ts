import { z } from 'zod'
import { Refusal } from '#kernel/base/refusal.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import type { ListReader } from './staff.ts'

/** A verb of staff, as its route guards it; without a permission, every caller may. */
type Verb = { permission?: Permission; caller?: 'operator' }
/** What the use case itself requires of the thing: throws what the route would be refused with. */
type Guards<Name extends string> = Readonly<Record<Name, () => void>>

/** What the state of a thing allows, the caller may not be allowed. */
const ofCallers = ['permission_missing', 'operator_only'] as const

type StaffAction<Code extends string> = {
  allowed: boolean
  because?: Code | (typeof ofCallers)[number]
  permission?: string
}

/**
 * What staff can do with one kind of thing (decision 175): its verbs with the permissions of their routes, and the errors
 * of their guards. Replies say of each verb whether it can be done now, and why not; so that pages decide nothing.
 */
export function staffActions<const Name extends string, const Code extends string>(
  verbs: Readonly<Record<Name, Verb>>,
  codes: readonly Code[],
) {
  const names = Object.keys(verbs) as Name[]
  const shape = z.strictObject({
    allowed: z.boolean(),
    because: z
      .enum([...codes, ...ofCallers])
      .optional()
      .meta({ description: 'Why not: the error that it would be refused with now.' }),
    permission: z.string().optional().meta({ description: 'What the caller needs for it.' }),
  })
  type Action = StaffAction<Code>
  const codesOf = [...codes, ...ofCallers]
  const actionOf = (name: Name, { staff, permissions }: ListReader, guard: () => void): Action => {
    const { permission, caller } = verbs[name]
    const refusal = refusalBy(guard)
    const because = codesOf.find((code) => code === refusal?.code)
    if (refusal && !because) throw refusal
    const needed = permission && { permission }
    // A guard may need another permission, as who approves needs that of what is approved.
    const missing = because === 'permission_missing' && { permission: String(refusal?.details.permission) }
    if (because) return { allowed: false, because, ...needed, ...missing }
    if (caller === 'operator' && staff.scope.kind !== 'platform')
      return { allowed: false, because: 'operator_only', ...needed }
    if (permission && !isPermitted(permissions, permission))
      return { allowed: false, because: 'permission_missing', ...needed }
    return { allowed: true, ...needed }
  }
  return {
    shape: z
      .strictObject(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, typeof shape>)
      .meta({ description: 'What can be done with it now, by the caller.' }),
    record: (caller: ListReader, guards: Guards<Name>): Record<Name, Action> => {
      const actions = names.map((name) => [name, actionOf(name, caller, guards[name])])
      return Object.fromEntries(actions) as Record<Name, Action>
    },
  }
}

function refusalBy(guard: () => void): Refusal | undefined {
  try {
    guard()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
