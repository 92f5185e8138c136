import { z } from 'zod'
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
})
export const personRecord = ({ id, scope, createdAt, ...person }: Staff): z.output<typeof personShape> => ({
  ...person,
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
