import type { UnsealedColumn } from './unsealed.ts'

const resealed = 'how it is sealed changes with the master keys; it is opened, and compared with its digest'

/** Of what acquirers report of disputes, and of how merchants answer. */
export const unsealedOfDisputes: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  'disputes.events': {
    payment_id: { because: 'an event that is done is compared with its chargeback: check-disputes.ts' },
    done_at: { because: 'an event that is applied again changes nothing' },
    trouble: { because: 'it is for an operator, as is whether they have seen it' },
    seen_at: { because: 'it is for an operator' },
    due_at: { because: 'that it is soon: check-due.ts' },
    leased_until: { because: 'a worker has it for seconds' },
    respond_by: { because: 'the dispute that it opens has it: disputes/audit' },
  },
  'disputes.cases': {
    version: { because: 'it only counts changes, so that two at once are noticed' },
    leased_until: { because: 'a worker has it for seconds' },
    evidence: { because: resealed, checked: true },
    reminded_at: { because: 'that the merchant was reminded decides nothing' },
    due_at: { because: 'that it is due, and before its deadline: disputes/audit' },
    due_tries: { because: 'how often the acquirer was asked' },
  },
  'disputes.documents': { data_key: { because: resealed, checked: true } },
}

const outside = { because: 'staging only: what the acquirer outside would still do' }

export const unsealedOfSandboxes: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  'sandbox_acquirer.requests': {
    next: outside,
    note: { because: 'staging only: what the desk shows' },
    disputed_as: outside,
  },
}
