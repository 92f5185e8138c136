import { api, bodyOf, type Reply } from '../../../api/client.ts'
import type { Values } from '../../../ui/action-dialog.tsx'

export type Partner = Reply<'getPartner'>

/** Fields of a partner that are cleared by null, where a form has an empty text. */
const cleared = new Set(['webhookUrl', 'decisionUrl'])

/** Changes what differs of a partner; what people type are texts, which the server reads. */
export const partnerChange = (partnerId: string, values: Values): Promise<Partner> =>
  bodyOf(
    api.PATCH('/partners/{partnerId}', {
      params: { path: { partnerId } },
      body: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === '' && cleared.has(name) ? null : value]),
      ) as never,
    }),
  )
