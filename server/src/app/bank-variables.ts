import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import type { Debtor } from '#connectors/bank/port.ts'
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
  }
}
