import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { StaffCaller } from '#core/access'
import type { AnyMachine } from '#kernel/base/state-machine.ts'
import { orderActions, orderGuards } from '../../src/acquiring/billing/order-actions.ts'
import { invoiceActions, invoiceGuards } from '../../src/acquiring/fee-invoices/invoice-actions.ts'
import { linkActions, linkGuards } from '../../src/acquiring/links/link-actions.ts'
import { merchantActions, merchantGuards } from '../../src/acquiring/merchants/merchant-actions.ts'
import { ruleActions, ruleGuards } from '../../src/acquiring/pricing/rule-actions.ts'
import { refusedRequestActions, refusedRequestGuards } from '../../src/acquiring/processors/refused-request-actions.ts'
import { breakActions, breakGuards } from '../../src/acquiring/reconciliation/break-actions.ts'
import { breakStates } from '../../src/acquiring/reconciliation/break-states.ts'
import { cardActions as storedActions, cardGuards as storedGuards } from '../../src/acquiring/shoppers/card-actions.ts'
import { refusedRequestStatuses } from '../../src/connectors/acquirer/processor.ts'
import { approvalStates } from '../../src/core/access/approval-states.ts'
import { approvalGuards, approvalVerbs } from '../../src/core/access/approval-verbs.ts'
import { personActions, personGuards, tokenActions, tokenGuards } from '../../src/core/access/person-actions.ts'
import { permissionsOf, type StaffRole } from '../../src/core/access/roles.ts'
import { merchantStates } from '../../src/core/directory/merchant-states.ts'
import { exportActions, exportGuards } from '../../src/core/exports/export-actions.ts'
import { exportStatuses } from '../../src/core/exports/export-task.ts'
import { cardActions, cardGuards } from '../../src/issuing/cards/card-actions.ts'
import { cardStates } from '../../src/issuing/cards/card-states.ts'
import { disputeActions, disputeGuards } from '../../src/issuing/chargebacks/dispute-actions.ts'
import { disputeStates } from '../../src/issuing/chargebacks/dispute-states.ts'
import { kycStates } from '../../src/issuing/kyc/kyc-states.ts'
import { caseActions, caseGuards } from '../../src/issuing/kyc/review/case-actions.ts'
import { dayActions, dayGuards } from '../../src/issuing/networkreports/day-actions.ts'
import { noSums } from '../../src/issuing/networkreports/report.ts'
import { hitActions, hitGuards } from '../../src/issuing/screening/hit-actions.ts'
import { hitStates } from '../../src/issuing/screening/hit-states.ts'
import { eventStatuses } from '../../src/issuing/webhooks/event.ts'
import { eventActions, eventGuards } from '../../src/issuing/webhooks/event-actions.ts'

/**
 * What replies say that staff can do with a thing, in each of its states. The guards are those of the use cases, so what is
 * said is what is done; that a guard refuses with a code which is not listed throws here.
 */

const now = Temporal.Instant.from('2026-11-21T12:00:00Z')

const callerOf = (role: StaffRole, kind: 'platform' | 'merchant' | 'partner' = 'platform', id = 4n) =>
  ({
    staff: { id, scope: { kind, id: '501' }, email: 'ana@example.com' },
    permissions: permissionsOf(role, undefined),
    via: { kind: 'session' },
  }) as unknown as StaffCaller
const owner = callerOf('owner')

type Kind<Guards> = {
  shape: z.ZodType
  record(
    caller: StaffCaller,
    guards: Guards,
  ): Record<string, { allowed: boolean; because?: string; permission?: string }>
}

/** The verbs that are allowed in each state, in the order in which pages have them. */
const allowedIn = <State extends string, Guards>(
  states: readonly State[],
  kind: Kind<Guards>,
  guardsOf: (state: State) => Guards,
) =>
  Object.fromEntries(
    states.map((state) => {
      const result = kind.record(owner, guardsOf(state))
      expect(kind.shape.safeParse(result).error).toBeUndefined()
      for (const { allowed, because } of Object.values(result)) expect(allowed).toBe(because === undefined)
      const verbs = Object.entries(result).flatMap(([verb, { allowed }]) => (allowed ? [verb] : []))
      return [state, verbs.join(' ')]
    }),
  )

/** The same by a table of states: what begins there. */
const edgesOf = (machine: AnyMachine, verbs: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    machine.statuses.map((status) => [
      status,
      Object.keys(verbs)
        .filter((verb) => machine.next(status, verbs[verb]!) !== undefined)
        .join(' '),
    ]),
  )

describe('what can be done is what the table of states has', () => {
  test('with a card', () => {
    const result = allowedIn(cardStates.statuses, cardActions, (status) =>
      cardGuards({ status, suspensions: status === 'suspended' ? ['staff'] : [] }),
    )
    expect(result).toMatchObject({ pending: 'suspend close', suspended: 'resume close', closed: '' })
  })

  test('with a dispute of a card', () => {
    const verbs = { raise: 'raise', win: 'win', lose: 'lose', withdraw: 'withdraw' }
    const result = allowedIn(disputeStates.statuses, disputeActions, (status) => disputeGuards({ status }))
    expect(result).toEqual(edgesOf(disputeStates, verbs))
    expect(result).toMatchObject({ submitted: 'raise lose withdraw', chargedBack: 'win lose withdraw' })
  })

  test('with a hit on a sanctions list', () => {
    const result = allowedIn(hitStates.statuses, hitActions, (status) => hitGuards({ status }))
    expect(result).toEqual(edgesOf(hitStates, { clear: 'clear', confirm: 'confirm', reopen: 'reopen' }))
  })

  test('with a merchant', () => {
    const result = allowedIn(merchantStates.statuses, merchantActions, (status) =>
      merchantGuards({ id: 7, status } as never),
    )
    expect(result).toEqual(edgesOf(merchantStates, { close: 'close', reopen: 'reopen' }))
  })

  test('with a KYC case, beside the lists and who holds it', () => {
    const known = { against: [], hold: undefined, me: 4n as never }
    const guards = (status: (typeof kycStates.statuses)[number], more = {}) =>
      caseGuards({ kycCase: { id: 1n as never, status }, ...known, ...more })
    const decisions = edgesOf(kycStates, { approve: 'approve', reject: 'reject', ask: 'requestMore' })
    const result = allowedIn(kycStates.statuses, caseActions, (status) => guards(status))
    expect(result).toEqual({
      ...decisions,
      pending_review: `${decisions.pending_review} assign`,
      in_progress: 'assign',
    })
    const held = { by: 9n, from: now, until: now.add({ minutes: 10 }) }
    const inReview = (more: object) => caseActions.record(owner, guards('pending_review', more))
    expect(inReview({ hold: held }).takeOver).toMatchObject({ allowed: true })
    expect(inReview({ hold: { ...held, by: 4n } }).takeOver).toMatchObject({ because: 'kyc_case_not_held' })
    expect(inReview({ against: [{ id: 3n }] })).toMatchObject({
      approve: { because: 'kyc_hits_open' },
      reject: { allowed: true },
    })
  })
})

describe('what can be done by more than a state', () => {
  test('with a break: what is open, by its kind and whether it has a row', () => {
    const found = (status: string, kind: string, row?: object) =>
      breakGuards({ id: 1n, status, kind, row } as unknown as Parameters<typeof breakGuards>[0])
    const row = { reportId: 1n, line: 2 }
    for (const status of breakStates.statuses.filter((one) => one !== 'open'))
      expect(breakActions.record(owner, found(status, 'fee', row)).accept).toMatchObject({ because: 'break_closed' })
    const open = allowedIn(['fee', 'amount', 'unknown'], breakActions, (kind) => found('open', kind, row))
    expect(open).toEqual({ fee: 'match accept', amount: 'match writeOff', unknown: 'match writeOff' })
    expect(allowedIn(['notReported'], breakActions, (kind) => found('open', kind))).toEqual({ notReported: 'writeOff' })
  })

  test('with a day of a network report', () => {
    const sums = { ...noSums, clearing: { count: 1, minor: 100n } }
    const day = (status: string, { on = '2026-11-20', settlement = undefined as object | undefined } = {}) =>
      dayGuards(
        {
          reportId: 1n,
          found: { id: 2n, day: Temporal.PlainDate.from(on), currency: 'EUR', status, settlement, sums },
        } as never,
        now,
      )
    const result = allowedIn(['agrees', 'differs', 'matched'], dayActions, (status) => day(status))
    expect(result).toEqual({ agrees: 'settle', differs: 'match', matched: 'settle' })
    const settleOf = (guards: ReturnType<typeof day>) => dayActions.record(owner, guards).settle.because
    expect(settleOf(day('agrees', { on: '2026-11-21' }))).toBe('report_day_not_over')
    expect(settleOf(day('agrees', { settlement: {} }))).toBe('report_day_settled')
  })

  test('with an event of a webhook, an export, a link and a stored card', () => {
    expect(allowedIn(eventStatuses, eventActions, (status) => eventGuards({ status }))).toEqual({
      waiting: 'park',
      delivered: 'replay',
      parked: 'replay',
      unsent: 'replay',
    })
    const task = (status: string) =>
      exportGuards(
        {
          id: 'e',
          status,
          ...(status === 'ready' && { dataKey: new Uint8Array(1), expiresAt: now.add({ hours: 1 }) }),
        } as never,
        now,
      )
    expect(allowedIn(exportStatuses, exportActions, task)).toEqual({
      ...{ waiting: 'cancel', running: 'cancel', ready: 'fetch cancel' },
      ...{ failed: '', cancelled: '', expired: '' },
    })
    expect(
      allowedIn(['open', 'closed'], linkActions, (state) => linkGuards({ id: 1n as never, active: state === 'open' })),
    ).toEqual({ open: 'change disable remove', closed: 'change enable remove' })
    expect(allowedIn(['active', 'deleted'], storedActions, (status) => storedGuards({ status }))).toEqual({
      active: 'remove',
      deleted: '',
    })
  })

  test('with an order: by what is due, owed and planned', () => {
    const plannedEnd = (by: string) => ({ lastPeriod: 3, by, message: undefined })
    const order = (more: object) =>
      orderGuards(
        {
          type: 'recurring',
          status: 'in-progress',
          interval: { months: 1 },
          dueAt: now,
          nextPeriod: 4,
          ...more,
        } as never,
        [],
      )
    const later = 'endNow endWithPaidPeriod endAfterNextBill'
    const cases: Readonly<Record<string, [of: object, verbs: string]>> = {
      'that is billed': [{}, `card change ${later}`],
      'whose card expires': [{ status: 'expiring' }, `card change ${later}`],
      'that owes a payment': [{ status: 'retrying' }, 'card change bill endNow endAfterNextBill'],
      'whose payment is under way': [{ dueAt: undefined }, 'card endNow'],
      'that the merchant has ended': [{ plannedEnd: plannedEnd('merchant') }, `card keep ${later}`],
      'that the customer has ended': [{ plannedEnd: plannedEnd('shopper') }, 'card endNow endWithPaidPeriod'],
      'that its store bills': [{ type: 'managed', interval: undefined, dueAt: undefined }, 'card bill endNow'],
      'that begins': [{ status: 'start', dueAt: undefined }, 'endNow'],
      'that has ended': [{ status: 'complete-ok', dueAt: undefined }, ''],
      'of a purchase that is paid': [{ type: 'purchase', status: 'complete-ok', dueAt: undefined }, ''],
    }
    expect(allowedIn(Object.keys(cases), orderActions, (one) => order(cases[one]![0]))).toEqual(
      Object.fromEntries(Object.entries(cases).map(([one, [, verbs]]) => [one, verbs])),
    )
    const underWay = orderGuards({ type: 'recurring', status: 'start' } as never, [{ status: 'uncertain' }] as never)
    expect(orderActions.record(owner, underWay).endNow).toMatchObject({ because: 'payment_in_progress' })
  })

  test('with a fee invoice, a price, a capture that is refused, a person and a token', () => {
    const invoice = (more: object) =>
      invoiceGuards({
        seller: {},
        invoice: { number: 'F-1', creditsId: undefined },
        isCredited: false,
        ...more,
      } as never)
    const creditOf = (more: object) => invoiceActions.record(owner, invoice(more)).credit
    expect(creditOf({})).toMatchObject({ allowed: true })
    expect(creditOf({ isCredited: true })).toMatchObject({ because: 'fee_invoice_credited' })
    expect(creditOf({ seller: undefined })).toMatchObject({ because: 'fee_invoice_seller_missing' })
    expect(creditOf({ invoice: { creditsId: 1n } })).toMatchObject({ because: 'fee_invoice_is_credit_note' })
    const rule = (until?: Temporal.Instant) =>
      ruleActions.record(owner, ruleGuards({ id: 1n, until } as never, now)).remove
    expect([rule(), rule(now.add({ hours: 1 })), rule(now)].map(({ allowed }) => allowed)).toEqual([true, true, false])
    const captures = allowedIn(refusedRequestStatuses, refusedRequestActions, (status) =>
      refusedRequestGuards({ id: 1n, status, isEnabled: true } as never),
    )
    expect(captures).toEqual({ open: 'tryAgain giveUp', taken: '', triedAgain: '', givenUp: '' })
    const person = (more: object) =>
      personGuards({ id: 9n, active: true, invitedUntil: now, ...more } as never, owner.staff)
    expect(
      allowedIn(['another', 'oneself', 'gone'], personActions, (one) =>
        person({
          ...(one === 'oneself' && { id: 4n }),
          ...(one === 'gone' && { active: false, invitedUntil: undefined }),
        }),
      ),
    ).toEqual({
      another: 'change invite revokeInvitation resetFactors',
      oneself: 'change invite revokeInvitation',
      gone: 'change resetFactors',
    })
    const revokeOf = (revokedAt?: Temporal.Instant) =>
      tokenActions.record(owner, tokenGuards({ id: 1n as never, revokedAt })).revoke.because
    expect([revokeOf(), revokeOf(now)]).toEqual([undefined, 'token_not_found'])
  })

  test('with an approval: by who has asked, and by others who may do what is to be approved', () => {
    const approval = (status: string, more = {}) =>
      ({ id: 1n, action: 'kyc:decide', status, requestedBy: 9n, tokenMadeBy: undefined, ...more }) as never
    const by = (caller: StaffCaller, status: string, more = {}) =>
      approvalVerbs.record(caller, approvalGuards(approval(status, more), caller))
    const asker = callerOf('owner', 'platform', 9n)
    expect(allowedIn(approvalStates.statuses, approvalVerbs, (one) => approvalGuards(approval(one), owner))).toEqual({
      ...{ requested: 'approve reject', approved: 'reject' },
      ...{ rejected: '', expired: '', used: '' },
    })
    expect(by(asker, 'requested')).toMatchObject({
      approve: { because: 'approval_by_same_person' },
      reject: { allowed: true },
      carryOut: { because: 'approval_not_approved' },
    })
    expect(by(asker, 'approved').carryOut).toMatchObject({ allowed: true })
    expect(by(asker, 'approved', { action: 'keys:reveal' }).carryOut.because).toBe('approval_not_carried_out')
    const support = callerOf('support')
    expect(by(support, 'requested').approve).toMatchObject({ because: 'permission_missing', permission: 'kyc:decide' })
  })
})

describe('who asks counts too', () => {
  test('what a state allows is refused without the permission of the route, which is named', () => {
    expect(cardActions.record(callerOf('read-only'), cardGuards({ status: 'active', suspensions: [] }))).toEqual({
      suspend: { allowed: false, because: 'permission_missing', permission: 'cards:suspend' },
      resume: { allowed: false, because: 'card_transition', permission: 'cards:suspend' },
      close: { allowed: false, because: 'permission_missing', permission: 'cards:close' },
    })
  })

  test('what is the operator’s alone is so for the owner of a partner', () => {
    const result = disputeActions.record(callerOf('owner', 'partner'), disputeGuards({ status: 'submitted' }))
    expect(result.raise).toMatchObject({ allowed: false, because: 'operator_only' })
  })
})
