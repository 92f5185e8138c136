import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { whyNotCodes } from '#acquiring/payments'
import { accounts, recipes } from '#core/ledger'
import { fieldRulesInRomanian, refusalsInRomanian } from '../../../dashboard/src/i18n/refusals/ro.ts'
import { auditFieldNames } from '../../../dashboard/src/pages/common/audit/fields.ts'
import { evidenceWords } from '../../../dashboard/src/pages/merchant/disputes/evidence-words.ts'
import { valueWords } from '../../../dashboard/src/pages/operator/reviews/kyc/value-words.ts'
import { parkWords } from '../../../dashboard/src/pages/operator/reviews/park-words.ts'
import { reasonValues, reasonWords } from '../../../dashboard/src/pages/partner/transactions/reason-words.ts'
import { familyOf, familyWords, recipeWords } from '../../../dashboard/src/parts/ledger-words.ts'
import { whyNotWords } from '../../../dashboard/src/parts/why-not-words.ts'
import { evidenceLabels } from '../../src/acquiring/disputes/evidence.ts'
import { billingDetailsShape } from '../../src/acquiring/fee-invoices/shapes.ts'
import { termsShape } from '../../src/acquiring/merchant-payouts/shapes.ts'
import { siteShape } from '../../src/core/access/site-shapes.ts'
import { genders, sourcesOfFunds } from '../../src/issuing/kyc/steps/answers.ts'
import { reasonTexts, wordsOf } from '../../src/issuing/spending/reasons.ts'
import { freezeReasons, parkReasons } from '../../src/issuing/topups/crypto/judge-deposit.ts'

test('every posting and every account has words in the dashboard, and no words are of what is not there', () => {
  const families = Object.values(accounts).map((account) =>
    familyOf(typeof account === 'string' ? account : account('7' as never)),
  )
  for (const language of ['en', 'ro'] as const) {
    expect(Object.keys(recipeWords[language]).toSorted()).toEqual(Object.keys(recipes).toSorted())
    expect(Object.keys(familyWords[language]).toSorted()).toEqual(families.toSorted())
  }
})

test('every reason for which a deposit waits for a person has words in the dashboard', () => {
  const reasons = [...Object.keys(parkReasons), ...freezeReasons].toSorted()
  for (const language of ['en', 'ro'] as const) expect(Object.keys(parkWords[language]).toSorted()).toEqual(reasons)
})

test('the reasons of decisions about cards are said in both languages, with the same values as by the server', () => {
  // An amount is shown with its currency, which needs no place of its own.
  const valuesIn = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([code, text]) => [code, ...new Set(text.match(/\{(?!currency\b)\w+\}/g)?.toSorted())])
  const namesIn = (values: Readonly<Record<string, object>>) =>
    Object.entries(values).map(([name, words]) => [name, ...Object.keys(words)])
  for (const language of ['en', 'ro'] as const) {
    expect(valuesIn(reasonWords[language])).toEqual(valuesIn(reasonTexts))
    expect(namesIn(reasonValues[language])).toEqual(namesIn(wordsOf))
  }
})

test('every answer of a KYC case that is a word of ours has words in the dashboard', () => {
  for (const { gender, sourceOfFunds } of Object.values(valueWords)) {
    expect(Object.keys(gender)).toEqual([...genders])
    expect(Object.keys(sourceOfFunds)).toEqual([...sourcesOfFunds])
  }
})

test('a merchant reads the names of evidence as the bank does, or in Romanian', () => {
  expect(evidenceWords.en).toEqual(evidenceLabels)
  expect(Object.keys(evidenceWords.ro)).toEqual(Object.keys(evidenceLabels))
})

test('every reason why something cannot be done with a payment has words in the dashboard', () => {
  for (const language of ['en', 'ro'] as const)
    expect(Object.keys(whyNotWords[language]).toSorted()).toEqual([...whyNotCodes].toSorted())
})

/** Refusals that stores, partners' programs and customers meet, and no page of the dashboard. */
const ofPrograms = [
  /^server\/src\/surfaces\/(?:merchant-api|issuing-api|network|sandbox)\//,
  /^server\/src\/acquiring\/requests\//,
  /^server\/src\/acquiring\/checkout\/inline\//,
  /^server\/src\/issuing\/documents\//,
]
const codesOfPrograms = new Set(
  [
    // A card or an order as a store sends it, and shoppers on the payment page.
    'customer_exists invalid_customer_state card_reference_taken incomplete_network_transaction invalid_field',
    'invalid_network_transaction_id invalid_network_transaction_date network_transaction_date_in_seconds order_exists',
    'payout_in_progress invalid_split_site payout_not_shared invalid_order_type payout_mode_mismatch card_missing',
    'payout_card_missing invalid_mode amount_not_zero trial_not_positive trial_too_large invalid_trial',
    'invalid_first_bill_date too_many_card_attempts card_attempt_too_fast signer_not_found invalid_checksum order_differs',
    'site_required',
    // What a wallet of a shopper has returned, to a store or to the payment page; and its keys, which are set by command.
    'invalid_wallet_token wallet_token_used wallet_amount_mismatch wallet_card_expired wallet_not_accepted',
    'wallet_keys_missing wallet_missing wallet_and_card card_of_wallet wallet_not_supported wallet_not_billed',
    'validation_host_refused validation_failed wallet_account_not_found wallet_key_not_found wallet_key_is_last invalid_wallet_field',
    // A customer of a partner who logs in, answers, tops up or looks at a card.
    'wallet_taken invalid_wallet_address invalid_refresh_token weak_password common_password same_password no_password',
    'unknown_wallet invalid_session_token invalid_code too_many_codes invalid_challenge wrong_message invalid_signature',
    'contract_wallet_not_supported chain_unreachable pep_not_answered age_out_of_range topups_not_offered',
    'topups_not_allowed topup_account_missing topup_too_small topup_too_large topup_below_fee topup_limit_reached',
    'coin_not_offered chain_not_read invalid_sender sender_not_accepted no_coin_rate invalid_topup_amount',
    'quantity_out_of_range quote_ordered current_pin_missing wrong_pin invalid_wallet_certificates card_page_used',
    'nonce_used too_many_card_secrets',
  ].flatMap((line) => line.split(' ')),
)

test('every refusal that a form of the staff may meet is said in Romanian, with values that the server sends', () => {
  const kinds = 'invalid|unauthenticated|forbidden|not_found|conflict|limit|busy'
  const declared = new RegExp(`\\b(\\w+): \\[\\s*'(?:${kinds})',\\s*(['"\`])([\\s\\S]*?)\\2,?\\s*\\]`, 'g')
  const refused = globSync('server/src/**/*.ts')
    .filter((file) => !ofPrograms.some((pattern) => pattern.test(file)))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('= refusals('))
    .flatMap((text) => [...text.matchAll(declared)].map(([, code, , message]) => ({ code: code!, message: message! })))
  const codes = [...new Set(refused.map(({ code }) => code))].toSorted()
  expect(codes.length).toBeGreaterThan(400)
  expect(Object.keys(refusalsInRomanian).toSorted()).toEqual(codes.filter((code) => !codesOfPrograms.has(code)))
  const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const unknown = refused.filter(({ code, message }) =>
    valuesIn(refusalsInRomanian[code] ?? '').some((name) => !valuesIn(message).includes(name)),
  )
  expect(unknown).toEqual([])
})

test('every rule by which a field is read is said in Romanian', () => {
  const files = ['kernel/http/read.ts', 'kernel/http/read-time.ts', 'kernel/http/field.ts', 'surfaces/field-problem.ts']
  const named = files
    .map((file) => readFileSync(`server/src/${file}`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/\{ name: '(\w+)'/g)].map(([, name]) => name!))
  // Those of all texts are faults by themselves.
  const rules = new Set([...named, 'too_long', 'too_short', 'control_characters'])
  expect([...rules].toSorted()).toEqual(Object.keys(fieldRulesInRomanian).toSorted())
})

test('every field of what is set on a site, and of how a merchant is paid and billed, has words in the audit', () => {
  const { id, merchantName, merchantStatus, publicKey, payoutMax, ...site } = siteShape.shape
  const { nextPayoutAt, ...terms } = termsShape.shape
  const names = Object.keys({ ...site, ...terms, ...billingDetailsShape.shape })
  expect(names.filter((name) => !auditFieldNames.includes(name))).toEqual([])
})
