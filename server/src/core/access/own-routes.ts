import { z } from 'zod'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import { auditRoutes } from './audit-list.ts'
import { staffRoles } from './roles.ts'
import { type StaffRoute, scopeShape, staffRoute } from './staff-route.ts'
import type { TableListParts } from './table-list.ts'

/** Who calls and what the caller may do, of all permissions that are `known`; and who has changed what. */
export const ownRoutes = (
  parts: TableListParts & { directory: Directory; testMode: boolean },
  known: () => ReadonlySet<Permission>,
): StaffRoute[] => [meRoute(parts, known), ...auditRoutes(parts)]

const meRoute = (
  { clock, testMode }: { clock: Clock; testMode: boolean },
  known: () => ReadonlySet<Permission>,
): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    group: 'Me',
    summary: 'Who calls, and what the caller may do',
    caller: 'staffToken',
    reply: z.strictObject({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: z.enum(staffRoles),
      scope: scopeShape,
      tokenId: z.string().optional().meta({ description: 'Of a program with an API token.' }),
      sessionId: z.string().optional().meta({ description: 'Of a person in the dashboard.' }),
      secondFactorMissing: z.literal(true).optional().meta({
        description: 'The role needs a second factor, and until the person has added one nothing else is possible.',
      }),
      now: momentShape.meta({ description: 'By the clock of the installation, which staging can move.' }),
      testMode: z.boolean().meta({ description: 'Staging: no real money moves.' }),
      permissions: z
        .array(z.string())
        .meta({ description: 'Of all that operations need, those that this caller has.' }),
    }),
    run: async ({ caller: { staff, via, permissions } }) => {
      const { id, email, name, role, scope } = staff
      return {
        id: String(id),
        email,
        name,
        role,
        scope: { kind: scope.kind, id: scope.id },
        ...(via.kind === 'token' ? { tokenId: String(via.id) } : { sessionId: String(via.id) }),
        ...(via.kind === 'session' && via.lacksSecondFactor && { secondFactorMissing: true as const }),
        now: momentText(clock.now()),
        testMode,
        permissions: [...known()].filter((permission) => isPermitted(permissions, permission)).toSorted(),
      }
    },
  })
