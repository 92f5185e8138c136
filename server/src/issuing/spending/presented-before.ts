import type { ClearingRequest } from '#connectors/network/message.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { type Billed, partBilled } from './billed.ts'
import type { WithCard } from './incoming.ts'
import type { findPresentment } from './message-store.ts'
import { type Outcome, unchanged } from './outcome.ts'
import type { Transaction } from './transaction.ts'

export const namesOf = ({ reference, presentmentId }: Pick<ClearingRequest, 'reference' | 'presentmentId'>) => ({
  acquirerId: reference.acquirerId,
  presentmentId,
})

/**
 * The same presentment in another message, or in a file: it was booked, and is not booked again. It is the same when card
 * and amount are; what is said of the merchant may differ from one to the other.
 */
export function repeatOf(
  { card, digest, request: { amount } }: Pick<WithCard, 'card' | 'digest' | 'request'>,
  { cardId, merchant, transactionId, ...booked }: NonNullable<Awaited<ReturnType<typeof findPresentment>>>,
): Outcome {
  const isSameAmount = merchant.currency === amount.currency && merchant.minor === amount.minor
  // Of a single message the rest alone was booked.
  const isSame = cardId === card.id && (isSameAmount || Buffer.from(booked.digest).equals(Buffer.from(digest)))
  return isSame ? unchanged({ code: '00', transactionId }, transactionId) : unchanged({ code: '94' }, null)
}

/**
 * At the rate of the day; at that of the authorization when there is none, or when it was the network that has converted
 * the authorization and the amount comes in the merchant's currency all the same.
 */
export function billedAs(
  { request, billed }: Pick<WithCard, 'request' | 'billed'>,
  original: Transaction | undefined,
): Billed | undefined {
  const isOfNetwork = original?.minor && original.conversion === null && original.currency !== original.merchantCurrency
  return (isOfNetwork && billed?.conversion ? undefined : billed) ?? partOfOriginal(request.amount, original) ?? billed
}

function partOfOriginal(amount: Money, original: Transaction | undefined): Billed | undefined {
  if (!original?.minor || original.merchantCurrency !== amount.currency) return undefined
  const { minor, conversion, merchantMinor, merchantCurrency } = original
  return partBilled(money(merchantMinor, merchantCurrency), amount.minor, {
    minor,
    conversion: conversion ?? undefined,
  })
}
