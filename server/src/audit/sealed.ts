import { sealed as billing } from '#acquiring/billing/audit'
import { sealed as checkout } from '#acquiring/checkout/audit'
import { sealed as disputes } from '#acquiring/disputes/audit'
import { sealed as emails } from '#acquiring/emails/audit'
import { sealed as feeInvoices } from '#acquiring/fee-invoices/audit'
import { sealed as invoices } from '#acquiring/invoices/audit'
import { sealed as links } from '#acquiring/links/audit'
import { sealed as merchantPayouts } from '#acquiring/merchant-payouts/audit'
import { sealed as notifications } from '#acquiring/notifications/audit'
import { sealed as orders } from '#acquiring/orders/audit'
import { sealed as payments } from '#acquiring/payments/audit'
import { sealed as pricing } from '#acquiring/pricing/audit'
import { sealed as processors } from '#acquiring/processors/audit'
import { sealed as reconciliation } from '#acquiring/reconciliation/audit'
import { sealed as routing } from '#acquiring/routing/audit'
import { sealed as settlement } from '#acquiring/settlement/audit'
import { sealed as shoppers } from '#acquiring/shoppers/audit'
import { sealed as wallets } from '#acquiring/wallets/audit'
import { sealed as access } from '#core/access/audit'
import { sealed as directory } from '#core/directory/audit'
import { sealed as ledger } from '#core/ledger/audit'
import { sealed as partners } from '#core/partners/audit'
import { sealed as rates } from '#core/rates/audit'
import { sealed as staffEmails } from '#core/staff-emails/audit'
import { sealed as accounts } from '#issuing/accounts/audit'
import { sealed as cards } from '#issuing/cards/audit'
import { sealed as chargebacks } from '#issuing/chargebacks/audit'
import { sealed as deposits } from '#issuing/deposits/audit'
import { sealed as documents } from '#issuing/documents/audit'
import { sealed as holders } from '#issuing/holders/audit'
import { sealed as kyc } from '#issuing/kyc/audit'
import { sealed as networkReports } from '#issuing/networkreports/audit'
import { sealed as programmes } from '#issuing/programmes/audit'
import { sealed as screening } from '#issuing/screening/audit'
import { sealed as spending } from '#issuing/spending/audit'
import { sealed as threeds } from '#issuing/threeds/audit'
import { sealed as topups } from '#issuing/topups/audit'
import { sealed as webhooks } from '#issuing/webhooks/audit'
import { byId, type Journal, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'
import { requestsOf } from './requests-of-payments.ts'
import { sealedAdyen } from './sealed-adyen.ts'
import { sealedOnUs } from './sealed-on-us.ts'

const eventLog = journalSeal('outbox.events', {
  what: 'event',
  facts: ['r.name', 'r.owner_kind', 'r.owner_id', 'r.subject_type', 'r.subject_id', 'r.body', 'r.occurred_at'],
})

/** The sandbox stands for a system outside; its record says what an acquirer would. A payment is a part of it. */
const sandboxRecord: Sealed = {
  name: 'sandbox_acquirer.requests',
  what: 'request to the sandbox',
  table: 'sandbox_acquirer.requests',
  key: [
    { column: 'connector', type: 'text' },
    { column: 'authorization_key', type: 'uuid' },
    { column: 'step', type: 'integer' },
  ],
  facts: [
    'r.key',
    'r.kind',
    'r.card_tail',
    'r.descriptor',
    'r.sub_merchant_id',
    'r.level3',
    'r.currency',
    'r.minor',
    'r.result',
    'r.garbled',
    'r.event_number',
    'r.requested_at',
  ],
  feeds: [
    {
      journal: { table: 'payments.payment_transitions' },
      keys: (rows) =>
        requestsOf(rows, { columns: 'q.connector, q.authorization_key, q.step', table: 'sandbox_acquirer.requests' }),
    },
  ],
  holds: 'first',
}

const keyedRequests: Journal = { table: 'florin.idempotency_keys' }

/** A request is answered within seconds; one whose process died, when it is repeated. */
const underWay = `r.answer is null
  and r.begun_at > (select begun_at from florin.idempotency_keys order by id desc limit 1) - interval '1 minute'`

/** They are deleted after FLORIN_IDEMPOTENCY_KEYS_KEPT, and their salts with them. An answer that was not there yet is not compared. */
const idempotency: readonly Sealed[] = [
  journalSeal('florin.idempotency_keys', {
    what: 'idempotency key',
    facts: ['r.owner_kind', 'r.owner_id', 'r.scope', 'r.key', 'r.request_hash', 'r.subject_id', 'r.begun_at'],
    salt: 'uuid_send(r.salt)',
  }),
  {
    name: 'florin.idempotency_keys answer',
    what: 'idempotency key',
    table: 'florin.idempotency_keys',
    key: byId,
    facts: ['r.answer'],
    salt: 'case when r.answer is not null then uuid_send(r.salt) end',
    comesLater: true,
    gone: 'r.salt is null',
    feeds: [{ journal: { ...keyedRequests, restUpTo: { name: 'answered', before: underWay } } }],
    holds: 'first',
  },
]

/** Every kind of row that is sealed. Which tables are not, and why: `unsealed.ts`. */
export const sealed: readonly Sealed[] = [
  eventLog,
  ...ledger,
  ...directory,
  ...partners,
  ...wallets,
  ...access,
  ...rates,
  ...shoppers,
  ...payments,
  ...disputes,
  ...settlement,
  ...merchantPayouts,
  ...reconciliation,
  ...invoices,
  ...feeInvoices,
  ...orders,
  ...billing,
  ...links,
  ...processors,
  ...routing,
  ...pricing,
  ...checkout,
  ...notifications,
  ...emails,
  ...staffEmails,
  ...idempotency,
  ...holders,
  ...documents,
  ...kyc,
  ...accounts,
  ...screening,
  ...programmes,
  ...cards,
  ...topups,
  ...spending,
  ...chargebacks,
  ...networkReports,
  ...threeds,
  ...webhooks,
  ...deposits,
  sandboxRecord,
  ...sealedAdyen,
  ...sealedOnUs,
]
