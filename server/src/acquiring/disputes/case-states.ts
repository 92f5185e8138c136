import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * What is done about a chargeback. `opened`: its acquirer takes no response from us. `needsResponse`: the merchant may
 * submit evidence or accept, once. `submitting` and `accepting`: the request is under way. `expired`: the time to respond
 * is over. How it ends is the acquirer's to say, whatever was done.
 */
export const disputeCaseStates = stateMachine('opened', {
  opened: { requestResponse: 'needsResponse', win: 'won', lose: 'lost' },
  needsResponse: { submit: 'submitting', accept: 'accepting', expire: 'expired', win: 'won', lose: 'lost' },
  submitting: { respond: 'responded', close: 'expired', win: 'won', lose: 'lost' },
  accepting: { confirm: 'accepted', close: 'expired', win: 'won', lose: 'lost' },
  responded: { win: 'won', lose: 'lost' },
  accepted: { win: 'won', lose: 'lost' },
  expired: { win: 'won', lose: 'lost' },
  lost: { win: 'won' },
  won: {},
})
export type CaseStatus = StatusOf<typeof disputeCaseStates>
export type CaseAction = ActionOf<typeof disputeCaseStates>
