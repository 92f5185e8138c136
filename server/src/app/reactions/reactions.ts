import type { ReportTimes } from '#acquiring/reconciliation'
import type { Directory } from '#core/directory'
import type { Partners } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Announcement, React, Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Events } from '#kernel/db/events.ts'
import { recordReceipt } from './deposits.ts'
import { keepDocuments } from './documents.ts'
import { emailInvoice, invoicePayment } from './invoices.ts'
import { notifyOfLastAttempt, notifyStore } from './notifications.ts'
import { updateStoredCards } from './on-us.ts'
import {
  emailOfFailedAttempt,
  emailOfPlannedEnd,
  emailSubscriber,
  markOpenPeriodUncollectible,
  renewOrders,
  restartPeriod,
} from './orders.ts'
import { changeOrder, emailShopper, resolveLinkReservation, scheduleSettlement } from './payments.ts'
import type { Reaction, ReactionReaders } from './reaction.ts'
import { openReaders, readersOfEvent } from './readers.ts'
import {
  followDecidedHit,
  judgeParkedDeposits,
  reviewMatchedPerson,
  suspendMatchedPerson,
  suspendRejectedCustomer,
} from './screening.ts'
import {
  awaitReport,
  earnInBatch,
  expectReversal,
  reportFailedReversal,
  takeFromPayment,
  takeFromPaymentAgain,
} from './settlement.ts'
import {
  emailStaffOfCaptureFailure,
  emailStaffOfDeadline,
  emailStaffOfDispute,
  emailStaffOfReturn,
} from './staff-emails.ts'
import {
  emailHolderOfCardTesting,
  notifyOfAnswer,
  notifyOfCard,
  notifyOfCardTesting,
  notifyOfChallenge,
  notifyOfDispute,
  notifyOfKyc,
  notifyOfNewDispute,
  notifyOfNewTopup,
  notifyOfSettlement,
  notifyOfTopupDeposit,
  notifyOfTopupReversal,
  notifyOfTopupStatus,
  notifyOfTransaction,
} from './webhooks.ts'

/**
 * What follows from each event, in the order of its writes: the only place where modules meet sideways, and the first
 * to look for "why did that happen". What a reaction returns is written by the very commit that announced the event.
 */
const reactionsTo: { readonly [E in keyof Events]?: readonly Reaction<E>[] } = {
  paymentStatusChanged: [
    scheduleSettlement,
    changeOrder,
    resolveLinkReservation,
    notifyStore,
    emailShopper,
    invoicePayment,
    expectReversal,
    emailStaffOfReturn,
    emailStaffOfCaptureFailure,
  ],
  disputeOpened: [emailStaffOfDispute],
  disputeDeadlineNears: [emailStaffOfDeadline],
  batchClosed: [earnInBatch, awaitReport],
  invoiceIssued: [emailInvoice],
  invoiceResent: [emailInvoice],
  orderStatusChanged: [markOpenPeriodUncollectible, notifyOfLastAttempt, emailSubscriber],
  orderChanged: [emailOfPlannedEnd],
  orderExtended: [restartPeriod],
  orderPaymentFailed: [emailOfFailedAttempt],
  kycStatusChanged: [notifyOfKyc, keepDocuments, suspendRejectedCustomer],
  cardRenewed: [renewOrders],
  cardStatusChanged: [notifyOfCard, updateStoredCards],
  cardTestingSuspected: [notifyOfCardTesting, emailHolderOfCardTesting],
  reversalFailed: [reportFailedReversal],
  topupCreated: [notifyOfNewTopup],
  topupStatusChanged: [notifyOfTopupStatus, takeFromPayment],
  topupReversed: [notifyOfTopupReversal, takeFromPaymentAgain],
  depositChanged: [recordReceipt],
  topupDepositChanged: [notifyOfTopupDeposit],
  listLoaded: [judgeParkedDeposits],
  personMatched: [reviewMatchedPerson, suspendMatchedPerson],
  hitDecided: [followDecidedHit],
  transactionCreated: [notifyOfTransaction],
  transactionSettled: [notifyOfSettlement],
  cardDisputeSubmitted: [notifyOfNewDispute],
  cardDisputeChanged: [notifyOfDispute],
  challengeRequested: [notifyOfChallenge],
  challengeCompleted: [notifyOfAnswer],
}

export type ReactionParts = {
  db: Db
  directory: Directory
  partners: Pick<Partners, 'partner'>
  sendsEmails: boolean
  keys: ReactionReaders['keys']
  billingRules: ReactionReaders['billingRules']
  manageUrl: ReactionReaders['manageUrl']
  documentsKept: Temporal.Duration
  reportsWithin: ReportTimes
  ownCardsPay: boolean
}

export function reactions({ db, directory, partners, ...settings }: ReactionParts): React {
  const readers = openReaders({ db, directory, partners })
  return async (announcement: Announcement, now: Instant): Promise<readonly Write[]> => {
    const followers = (reactionsTo[announcement.event] ?? []) as readonly Reaction<keyof Events>[]
    if (followers.length === 0) return []
    const { once, loaded } = readersOfEvent(readers, announcement.known)
    const context: ReactionReaders = { ...once, ...settings }
    const writes = (await Promise.all(followers.map((react) => react(context, announcement.subject, now)))).flat()
    const known = await loaded()
    return writes.map((write) =>
      write.write === 'announce' ? { ...write, known: { ...known, ...write.known } } : write,
    )
  }
}
