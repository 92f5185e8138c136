import { z } from 'zod'
import { authenticate, type ThreeDsContext } from '#issuing/threeds'
import { type NetworkRoute, networkRoute } from './route.ts'

/** Requests of merchants' sides elsewhere to authenticate a holder of ours, behind their directory server. */
export const authenticationRoutes = (ctx: ThreeDsContext): NetworkRoute[] => [
  networkRoute({
    method: 'POST',
    path: '/3d-secure/requests',
    operationId: 'authenticateHolder',
    group: '3-D Secure',
    summary: 'Is the payer the cardholder?',
    about:
      'An AReq of EMV 3-D Secure 2.2 or 2.1, in the browser channel. The reply is its ARes, or Erro with the code of what is wrong. The result of a challenge is posted to `dsURL`.',
    caller: 'network',
    permission: 'messages:send',
    body: z.looseObject({}),
    reply: z.looseObject({}),
    run: async ({ body }) => ({ ...(await authenticate(ctx, body)) }),
  }),
]
