import { z } from 'zod'
import { readId } from '#kernel/base/id.ts'
import { duration, email, listOf, oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { StaffTokenId } from './ids.ts'
import { invitationRoutes } from './invitation-routes.ts'
import type { StaffDirectory } from './open-staff.ts'
import { peopleListRoutes } from './people-list.ts'
import { about, type PeopleContext, params, personInScope, type RoutesContext } from './people-parts.ts'
import { personRecord, personShape, tokenRecord, tokenShape } from './people-shapes.ts'
import { personActions, personGuards, requireUnrevoked, tokenActions, tokenGuards } from './person-actions.ts'
import { refuse } from './refusals.ts'
import { staffRoles } from './roles.ts'
import { scopeOfNewPerson } from './scope-of-new-person.ts'
import { refuseWhatChanged, seenField } from './seen.ts'
import type { Staff, StaffCaller, StaffToken } from './staff.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from './staff-route.ts'
import type { TableListParts } from './table-list.ts'

const nameField = (what: string) => text({ max: 100, what })

/** What `florin staff` does, for programs. Staff of a merchant or a partner see and change their own colleagues. */
export function peopleRoutes(ctx: RoutesContext & TableListParts): StaffRoute[] {
  const record = (person: Staff) => personRecord(person, ctx.clock.now())
  return [...peopleListRoutes(ctx, record), ...routesOf({ ...ctx, record }, ctx.staff)]
}

const routesOf = (ctx: PeopleContext, staff: StaffDirectory): StaffRoute[] => [
  addRoute(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/staff/:staffId',
    operationId: 'getStaff',
    summary: 'One person',
    permission: 'staff:read',
    params,
    reply: personShape.extend({ actions: personActions.shape }),
    run: async ({ caller, params }) => {
      const person = await personInScope(staff, caller, params.staffId)
      return { ...ctx.record(person), actions: personActions.record(caller, personGuards(person, caller.staff)) }
    },
  }),
  changeRoute(ctx),
  ...invitationRoutes(ctx),
  resetRoute(ctx),
  ...tokenRoutes(staff),
]

const addRoute = ({ staff, organizationExists, record }: PeopleContext) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff',
    operationId: 'addStaff',
    summary: 'Add a person',
    about: 'Of the caller’s own organization, or, for the operator’s staff, of the one that is named.',
    needsRecentProof: true,
    permission: 'staff:create',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      email: email(254),
      name: nameField('the name of the person'),
      role: oneOf(staffRoles),
      merchantId: optional(text({ max: 10, pattern: /^[1-9]\d*$/, what: 'the id of a merchant' })),
      partnerId: optional(text({ max: 10, pattern: /^[1-9]\d*$/, what: 'the id of a partner' })),
    }),
    reply: personShape,
    run: async ({ caller, ip, body, once }) => {
      const { email, name, role } = body
      const scope = await scopeOfNewPerson(organizationExists, caller, body)
      const by = authorOf({ caller, ip, body })
      return record(await staff.add({ by, scope, email, name, role, once }))
    },
    recover: async (caller, id) => record(await personInScope(staff, caller, id)),
  })

const changeRoute = ({ staff, record }: PeopleContext) =>
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/staff/:staffId',
    operationId: 'changeStaff',
    summary: 'Change what is sent, leave the rest',
    about: 'The last active owner of an organization stays one.',
    needsRecentProof: true,
    permission: 'staff:change',
    params,
    body: z.object({
      ...reasonField,
      name: optional(nameField('the name of the person')),
      role: optional(oneOf(staffRoles)),
      active: optional(trueOrFalse()),
      ...seenField,
    }),
    reply: personShape,
    run: async ({ caller, params, ip, body }) => {
      const { id } = await personInScope(staff, caller, params.staffId)
      const { reason: _, seen, ...changes } = body
      const expect = (person: Staff) => refuseWhatChanged(record(person), seen)
      return record(await staff.change({ by: authorOf({ caller, ip, body }), id, changes, expect }))
    },
  })

const resetRoute = ({ staff, record }: PeopleContext) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff/:staffId/reset-second-factors',
    operationId: 'resetSecondFactors',
    summary: 'Remove the second factors of a person who has lost them',
    about: 'It ends the recovery codes and all sessions of the person. Nobody resets their own.',
    permission: 'staff:change',
    needsRecentProof: true,
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: personShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id: staffId } = await personInScope(staff, caller, params.staffId)
      const by = authorOf({ caller, ip, body })
      return record(await staff.factors.reset({ by, staffId, once: () => once(String(staffId)) }))
    },
    recover: async (caller, id) => record(await personInScope(staff, caller, id)),
  })

const tokenRoutes = (staff: StaffDirectory): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/staff/:staffId/tokens',
    operationId: 'listStaffTokens',
    summary: 'The tokens of a person, newest first, with those that have ended, without the tokens themselves',
    permission: 'staff:read',
    params,
    query: z.object(pageQuery),
    reply: tokenShape.extend({ actions: tokenActions.shape }),
    run: async ({ caller, params, query }) => {
      const { id } = await personInScope(staff, caller, params.staffId)
      const { data, ...page } = pageOf(await staff.tokens(id), query)
      const shown = (token: StaffToken) => ({
        ...tokenRecord(token),
        actions: tokenActions.record(caller, tokenGuards(token)),
      })
      return { data: data.map(shown), ...page }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff/:staffId/tokens',
    operationId: 'createStaffToken',
    summary: 'Make an API token for a program that works for this person; it is shown once',
    about:
      'It may do what the role of the person allows, narrowed to `permissions`. A program with a token makes no other token.',
    needsRecentProof: true,
    permission: 'staff:change',
    status: 201,
    repeated: 'secret',
    params,
    body: z.object({
      ...reasonField,
      name: nameField('what the token is for'),
      permissions: optional(listOf(text({ max: 60, what: 'a permission, such as *:read' }), { max: 100 })),
      lifetime: optional(duration()).meta({ description: 'At most P366D.', default: 'P90D' }),
    }),
    reply: z.strictObject({ id: z.string(), token: z.string(), expiresAt: momentShape }),
    run: async ({ caller, params, ip, body, once }) => {
      const { id: staffId } = await personInScope(staff, caller, params.staffId)
      if (caller.via.kind === 'token') throw refuse('token_by_token')
      const { name, permissions, lifetime } = body
      const by = authorOf({ caller, ip, body })
      const made = await staff.createToken({
        by,
        staffId,
        name,
        permissions,
        within: caller.permissions,
        lifetime,
        once,
      })
      return { id: String(made.id), token: made.token.reveal(), expiresAt: momentText(made.expiresAt) }
    },
  }),
  revokeRoute(staff),
]

const revokeRoute = (staff: StaffDirectory) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff/:staffId/tokens/:tokenId/revoke',
    operationId: 'revokeStaffToken',
    summary: 'End a token now',
    permission: 'staff:change',
    repeated: 'stored',
    params: params.extend({ tokenId: z.string() }),
    body: z.object(reasonField),
    reply: tokenShape,
    run: async ({ caller, params, ip, body, once }) => {
      const subject = `${params.staffId} ${params.tokenId}`
      const token = await tokenInScope(staff, caller, subject)
      requireUnrevoked(token)
      const { id } = token
      await staff.revokeToken({ by: authorOf({ caller, ip, body }), id, once: () => once(subject) })
      return tokenRecord(await tokenInScope(staff, caller, subject))
    },
    recover: async (caller, subject) => tokenRecord(await tokenInScope(staff, caller, subject)),
  })

/** @param subject `7 12`: the token 12 of the person 7. */
async function tokenInScope(staff: StaffDirectory, caller: StaffCaller, subject: string): Promise<StaffToken> {
  const [staffId = '', text = ''] = subject.split(' ')
  const person = await personInScope(staff, caller, staffId)
  const id = readId<StaffTokenId>(text)
  const found = (await staff.tokens(person.id)).find((token) => token.id === id)
  if (!found) throw refuse('token_not_found', { id: text.slice(0, 50) })
  return found
}
