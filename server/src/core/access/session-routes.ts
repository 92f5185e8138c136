import { z } from 'zod'
import { readId } from '#kernel/base/id.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { StaffSessionId } from './ids.ts'
import type { StaffDirectory } from './open-staff.ts'
import { refuse } from './refusals.ts'
import type { StaffSession } from './staff.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from './staff-route.ts'

const sessionShape = z.strictObject({
  id: z.string(),
  agent: z.string().meta({ description: 'The browser, as it names itself.' }),
  ip: z.string(),
  current: z.boolean().meta({ description: 'Whether the call was made in it.' }),
  loggedInWith: z
    .enum(['password', 'totp', 'passkey', 'recovery_code', 'single_sign_on'])
    .meta({ description: 'What it began with, or what was added in it.' }),
  createdAt: momentShape,
  lastUsedAt: momentShape.meta({
    description: 'When the person last did something in it; what a page reads by itself is no use.',
  }),
  expiresAt: momentShape,
})

const about = { group: 'Me', caller: 'staffToken' as const }

/** One's own sessions in the dashboard. */
export const sessionRoutes = ({ staff }: { staff: StaffDirectory }): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/me/sessions',
    operationId: 'listMySessions',
    summary: 'My open sessions in the dashboard, newest first',
    query: z.object(pageQuery),
    reply: sessionShape,
    run: async ({ caller, query: { page = 1, size = 20 } }) => {
      const { data, total } = await staff.sessions(caller.staff.id, { page, size })
      return { data: data.map((one) => recordOf(one, caller.via)), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/me/sessions/:sessionId/end',
    operationId: 'endMySession',
    summary: 'End one of my sessions now',
    params: z.object({ sessionId: z.string() }),
    body: z.object(reasonField),
    status: 204,
    reply: z.undefined(),
    run: async ({ caller, params, ip, body }) => {
      const id = readId<StaffSessionId>(params.sessionId)
      if (id === undefined) throw refuse('session_not_found', { id: params.sessionId.slice(0, 50) })
      await staff.endSession({ by: authorOf({ caller, ip, body }), staff: caller.staff, id })
      return undefined
    },
  }),
]

const recordOf = (
  { id, agent, ip, loggedInWith, createdAt, lastUsedAt, expiresAt }: StaffSession,
  via: { kind: string; id: bigint },
): z.output<typeof sessionShape> => ({
  id: String(id),
  agent,
  ip,
  current: via.kind === 'session' && via.id === id,
  loggedInWith,
  createdAt: momentText(createdAt),
  lastUsedAt: momentText(lastUsedAt),
  expiresAt: momentText(expiresAt),
})
