import { z } from 'zod'
import { auditPage, type Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import { exportedAudit } from './export-audit.ts'
import { exportRoute } from './export-route.ts'
import { staffRoles } from './roles.ts'
import { type StaffRoute, scopeShape, staffList, staffRoute } from './staff-route.ts'

const word = (what: string) => optional(text({ max: 100, what }))

/** Who calls and what the caller may do, of all permissions that are `known`; and who has changed what. */
export const ownRoutes = (
  { db, directory, clock, testMode }: { db: Db; directory: Directory; clock: Clock; testMode: boolean },
  known: () => ReadonlySet<Permission>,
): StaffRoute[] => [
  meRoute({ clock, testMode }, known),
  auditRoute(db),
  exportRoute({
    list: 'audit',
    operationId: 'exportAudit',
    summary: 'The audit, as CSV',
    permission: 'audit:read',
    directory,
    exported: (selection, { staff }) => exportedAudit(db, selection, staff.scope),
  }),
]

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

const auditRoute = (db: Db): StaffRoute =>
  staffList({
    method: 'GET',
    path: '/audit',
    operationId: 'listAudit',
    group: 'Audit',
    summary: 'Who changed what of money and access, when and why; newest first',
    about: 'Staff of a merchant or a partner see what belongs to it, without the addresses of others.',
    caller: 'staff',
    permission: 'audit:read',
    query: z.object({
      ...pageQuery,
      ownerKind: word('the kind of an owner, such as partner'),
      ownerId: word('the id of an owner'),
      subjectType: word('the type of a subject, such as staff'),
      subjectId: word('the id of a subject'),
    }),
    reply: z.strictObject({
      id: z.string(),
      actor: z.string(),
      action: z.string(),
      owner: z.strictObject({ kind: z.string(), id: z.string() }),
      subject: z.strictObject({ type: z.string(), id: z.string().optional() }),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
      reason: z.string().optional(),
      from: z.string().optional().meta({ description: 'The address and the token, or the command line.' }),
      at: momentShape,
    }),
    run: async ({ caller: { staff }, query: { page = 1, size = 20, ...query } }) => {
      const { scope } = staff
      const isOperator = scope.kind === 'platform'
      const filter = {
        within: isOperator ? undefined : scope,
        owner: { kind: query.ownerKind, id: query.ownerId },
        subject: { kind: query.subjectType, id: query.subjectId },
      }
      const { data: entries, total } = await auditPage(db, filter, { page, size })
      const data = entries.map(
        ({ id, actor, action, owner, subject, before, after, reason, fromWhere, occurredAt }) => ({
          id: String(id),
          actor,
          action,
          owner,
          subject: { type: subject.type, ...(subject.id !== undefined && { id: subject.id }) },
          ...(before !== null && { before }),
          ...(after !== null && { after }),
          ...(reason !== undefined && { reason }),
          ...(isOperator && { from: fromWhere }),
          at: momentText(occurredAt),
        }),
      )
      return { data, page, size, total }
    },
  })
