/**
 * What the terms of an order may be: its type, amounts, trial, interval, first bill date and retry schedule. The rules are
 * here once; the API, the checkout form and payment links read with them and say in their own words what is wrong. Nothing
 * in here waits or looks anything up.
 */
export { type Moment, readMoment } from './moment.ts'
export { farthestYears, readFutureMoment, readIntervalTerms, readRetries } from './read-parts.ts'
export { type ReadTerms, readTerms, type TermsRule, type TermsRules } from './read-terms.ts'
export {
  apportion,
  isSameOption,
  keptOf,
  type OptionJson,
  optionJson,
  optionOf,
  requestsSomething,
  type Split,
  type SplitJson,
  splitLevelsMax,
  splitsOf,
  splitsWithout,
  type TransactionOption,
} from './splits.ts'
export type { Interval, OrderMode, OrderType, RetryPayment, SentTerms } from './terms.ts'
