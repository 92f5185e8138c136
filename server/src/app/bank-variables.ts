import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import type { Seller } from '#acquiring/fee-invoices'
import type { Debtor } from '#connectors/bank/port.ts'
import { readCountryCode } from '#kernel/base/country.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { Fault } from '#kernel/http/read.ts'
import { duration } from '#kernel/http/read-time.ts'

/** The settings of payouts to merchants, among the environment variables of `variables.ts`. */
export const bankVariables = {
  FLORIN_BANK: z
    .enum(['sandbox', 'file'])
    .optional()
    .describe(
      'how payouts to merchants reach your bank: sandbox is a bank of staging that pays after a day; file means that you make files for your bank with `florin merchant-payout export`; by default sandbox in staging and file in production',
    ),
  FLORIN_BANK_HOLDER: z
    .string()
    .max(70)
    .optional()
    .describe('the holder of the bank account that merchants are paid from, for files'),
  FLORIN_BANK_IBAN: z
    .string()
    .refine((text) => isValidIBAN(electronicFormatIBAN(text) ?? ''), 'is no IBAN')
    .optional()
    .describe('the IBAN of that bank account'),
  FLORIN_BANK_BIC: z
    .string()
    .refine((text) => isValidBIC(text), 'is no BIC')
    .optional()
    .describe('the BIC of that bank, where it wants one'),
  FLORIN_SELLER_NAME: z
    .string()
    .max(200)
    .optional()
    .describe(
      'your company as invoices for fees name it; without it no such invoices are made, except in staging, where a company that does not exist sells',
    ),
  FLORIN_SELLER_ADDRESS: z.string().max(400).optional().describe('its address; commas divide it into lines'),
  FLORIN_SELLER_COUNTRY: z
    .string()
    .refine((text) => readCountryCode(text) === text, 'write two letters, such as RO')
    .optional()
    .describe('its country'),
  FLORIN_SELLER_VAT_ID: z.string().max(20).optional().describe('its VAT id, if it has one'),
  FLORIN_SELLER_TIME_ZONE: z
    .string()
    .refine((text) => readTimeZone(text) === text, 'write the name of a time zone, such as Europe/Bucharest')
    .default('UTC')
    .describe('in which months of fees begin and end'),
  FLORIN_BANK_ACCOUNT_WAIT: z
    .string()
    .refine((text) => !(duration.read(text) instanceof Fault), 'write a length of time, such as PT24H')
    .default('PT24H')
    .describe('how long a new bank account of a merchant waits for its first payout'),
}

type Env = z.output<z.ZodObject<typeof bankVariables>> & { FLORIN_ENVIRONMENT: 'staging' | 'production' }

export type BankConfig = {
  connector: 'sandbox' | 'file'
  /** Undefined: no file can be made. */
  debtor: Debtor | undefined
  accountWait: Temporal.Duration
  /** Undefined: no invoices for fees are made. */
  seller: Seller | undefined
}

export function readBank(env: Env, problems: string[]): BankConfig {
  const { FLORIN_BANK_HOLDER: name, FLORIN_BANK_IBAN: unchecked, FLORIN_BANK_BIC: bic } = env
  const isProduction = env.FLORIN_ENVIRONMENT === 'production'
  if (isProduction && env.FLORIN_BANK === 'sandbox')
    problems.push('FLORIN_BANK: the sandbox moves no money; production needs file')
  if ((name === undefined) !== (unchecked === undefined))
    problems.push('FLORIN_BANK_HOLDER and FLORIN_BANK_IBAN: set both or neither')
  const iban = unchecked && electronicFormatIBAN(unchecked)
  return {
    connector: env.FLORIN_BANK ?? (isProduction ? 'file' : 'sandbox'),
    debtor: name !== undefined && iban ? { name, iban, bic } : undefined,
    accountWait: Temporal.Duration.from(env.FLORIN_BANK_ACCOUNT_WAIT),
    seller: readSeller(env, problems),
  }
}

function readSeller(env: Env, problems: string[]): Seller | undefined {
  const { FLORIN_SELLER_NAME: name, FLORIN_SELLER_ADDRESS: address, FLORIN_SELLER_COUNTRY: country } = env
  if (name === undefined && address === undefined && country === undefined)
    return env.FLORIN_ENVIRONMENT === 'staging'
      ? { ...pretendSeller, timeZone: env.FLORIN_SELLER_TIME_ZONE }
      : undefined
  if (name === undefined || address === undefined || country === undefined) {
    problems.push('FLORIN_SELLER_NAME, FLORIN_SELLER_ADDRESS and FLORIN_SELLER_COUNTRY: set all or none')
    return undefined
  }
  const lines = address.split(',').map((line) => line.trim())
  const vatId = env.FLORIN_SELLER_VAT_ID ?? null
  return { name, address: lines.join('\n'), country, vatId, timeZone: env.FLORIN_SELLER_TIME_ZONE }
}

/** Of staging: its papers name somebody, and nobody who could be taken for real. */
const pretendSeller = {
  name: 'Florin Staging SRL',
  address: 'Strada Exemplului 1\n010101 București',
  country: 'RO',
  vatId: 'RO00000000',
} as const
