import { z } from 'zod'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { about, type PeopleContext, params, personInScope } from './people-parts.ts'
import { personShape } from './people-shapes.ts'
import { refuse } from './refusals.ts'
import { authorOf, reasonField, type StaffRoute, staffRoute } from './staff-route.ts'

/** Links with which people set a password: sent, sent anew, which ends the one before, and revoked. */
export const invitationRoutes = (ctx: PeopleContext): StaffRoute[] => [inviteRoute(ctx), revokeRoute(ctx)]

const inviteRoute = ({ staff, sendInvitation: send, testMode }: PeopleContext) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff/:staffId/invite',
    operationId: 'inviteStaff',
    summary: 'Make a link with which the person sets a password, and send it to the person',
    about:
      'It works once, and for a week. Older links of the person end. Without a mail server it is refused with `invitation_needs_mail`; in staging the reply has its `token` instead, once, for persons in the dashboard alone: the link is `/dashboard/join#` and the token.',
    needsRecentProof: true,
    permission: 'staff:change',
    status: 201,
    repeated: 'secret',
    params,
    body: z.object(reasonField),
    reply: z.strictObject({
      id: z.string(),
      sentTo: z.string().optional().meta({ description: 'The address that the link was sent to.' }),
      token: z.string().optional().meta({ description: 'Only in staging, where no mail server is configured.' }),
      expiresAt: momentShape,
    }),
    run: async ({ caller, params, ip, body, once }) => {
      const { id: staffId } = await personInScope(staff, caller, params.staffId)
      const invitation = { by: authorOf({ caller, ip, body }), staffId, once }
      if (send) {
        const { id, sentTo, expiresAt } = await staff.inviteByEmail({ ...invitation, send })
        return { id: String(id), sentTo, expiresAt: momentText(expiresAt) }
      }
      // Who sees the link can set the password, and be the colleague.
      if (!testMode) throw refuse('invitation_needs_mail')
      if (caller.via.kind === 'token') throw refuse('invitation_by_token')
      const made = await staff.invite({ ...invitation, link: 'shown' })
      return { id: String(made.id), token: made.token.reveal(), expiresAt: momentText(made.expiresAt) }
    },
  })

const revokeRoute = ({ staff, record }: PeopleContext) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/staff/:staffId/invitation/revoke',
    operationId: 'revokeInvitation',
    summary: 'Revoke the link that was sent to a person',
    permission: 'staff:change',
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: personShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id: staffId } = await personInScope(staff, caller, params.staffId)
      const by = authorOf({ caller, ip, body })
      return record(await staff.revokeInvitation({ by, staffId, once: () => once(String(staffId)) }))
    },
    recover: async (caller, id) => record(await personInScope(staff, caller, id)),
  })
