import { api, bodyOf, type Reply } from '../../../api/client.ts'
import type { Values } from '../../../ui/action-dialog.tsx'
import { changedOver, textsIn } from '../../common/acting.tsx'

export type Partner = Reply<'getPartner'>

/** Fields of a partner that are cleared by null, where a form has an empty text. */
const cleared = new Set(['webhookUrl', 'decisionUrl'])

/** Changes what differs of a partner; what people type are texts, which the server reads. */
const partnerChange = (partnerId: string, values: object): Promise<Partner> =>
  bodyOf(
    api.PATCH('/partners/{partnerId}', {
      params: { path: { partnerId } },
      body: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === '' && cleared.has(name) ? null : value]),
      ) as never,
    }),
  )

/** What a dialog over some fields of a partner sends, and what they are when somebody else has changed them meanwhile. */
export const partnerDialog = (partnerId: string, names: readonly string[]) => ({
  run: (values: Values, _key: string, first: Values) => partnerChange(partnerId, changedOver(values, first)),
  theirs: async () =>
    textsIn(await bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId } } })), names),
})
