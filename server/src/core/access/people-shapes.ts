import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { staffRoles } from './roles.ts'
import type { Staff, StaffToken } from './staff.ts'
import { scopeShape } from './staff-route.ts'

export const personShape = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  scope: scopeShape,
  active: z.boolean().meta({ description: 'An inactive person is refused everywhere, with every token.' }),
  createdAt: momentShape,
  hasPassword: z.boolean().meta({ description: 'Whether the person has set a password.' }),
  invitation: z
    .strictObject({ status: z.enum(['open', 'lapsed']), until: momentShape })
    .optional()
    .meta({ description: 'A link with which the person can set a password, or could; absent once used or revoked.' }),
})

export const personRecord = (
  { id, scope, createdAt, invitedUntil, ...person }: Staff,
  now: Instant,
): z.output<typeof personShape> => ({
  ...person,
  ...(invitedUntil && {
    invitation: {
      status: Temporal.Instant.compare(now, invitedUntil) < 0 ? ('open' as const) : ('lapsed' as const),
      until: momentText(invitedUntil),
    },
  }),
  id: String(id),
  scope: { kind: scope.kind, id: scope.id },
  createdAt: momentText(createdAt),
})

export const tokenShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()).optional().meta({ description: 'Without it: all of the role.' }),
  madeBy: z.string().optional().meta({
    description:
      'Who has made it, as the audit says it: `staff 7`. Absent: nobody by name, such as the command line, or before this was recorded.',
  }),
  createdAt: momentShape,
  expiresAt: momentShape,
  revokedAt: momentShape.optional(),
})
export const tokenRecord = ({ id, name, permissions, madeBy, createdAt, expiresAt, revokedAt }: StaffToken) => ({
  id: String(id),
  name,
  ...(permissions && { permissions: [...permissions] }),
  ...(madeBy !== undefined && { madeBy: `staff ${madeBy}` }),
  createdAt: momentText(createdAt),
  expiresAt: momentText(expiresAt),
  ...(revokedAt && { revokedAt: momentText(revokedAt) }),
})
