import type { Link } from './link.ts'

/**
 * What the audit keeps of a link: all that decides what is charged and when. It is kept for good, so it holds neither
 * the customer nor the hash, which opens the link.
 */
export const audited = ({
  terms: { amount, currency, orderType, content, intervalType, intervalValue, trialAmount, firstBillDate },
  active,
  limitAccess,
  expireDate,
}: Pick<Link, 'terms' | 'active' | 'limitAccess' | 'expireDate'>): Record<string, unknown> => ({
  amount,
  currency,
  orderType,
  content,
  intervalType,
  intervalValue,
  trialAmount,
  firstBillDate,
  active,
  limitAccess,
  expireDate: expireDate?.toString(),
})
