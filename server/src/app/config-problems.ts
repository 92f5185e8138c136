import type { Env } from './config.ts'

/** What one setting needs of another, in both environments. */
export function missingBeside(env: Env): string[] {
  const problems: string[] = []
  if (env.FLORIN_SMTP_URL && !env.FLORIN_MAIL_FROM)
    problems.push('FLORIN_MAIL_FROM: FLORIN_SMTP_URL needs a sender address')
  if (env.FLORIN_RATES === 'json' && !env.FLORIN_RATES_URL)
    problems.push('FLORIN_RATES_URL: FLORIN_RATES=json needs the address of the rates')
  return problems
}

/**
 * Production starts only when nothing in it is a default that was meant for a laptop. Whether a processor is connected is
 * in the database: `acquirers.ts`.
 */
export function productionProblems(env: Env): string[] {
  const problems: string[] = []
  if (!env.DATABASE_URL) problems.push('DATABASE_URL: production needs a PostgreSQL of its own')
  if (!env.FLORIN_KEYS && !env.FLORIN_KEYS_FILE)
    problems.push('FLORIN_KEYS or FLORIN_KEYS_FILE: production needs master keys; make them with: florin keys generate')
  if (!env.FLORIN_PUBLIC_URL?.startsWith('https://'))
    problems.push('FLORIN_PUBLIC_URL: production needs the public https address')
  if (env.FLORIN_IDENTITY_PROVIDER === 'sandbox')
    problems.push('FLORIN_IDENTITY_PROVIDER: the sandbox goes by first names; production needs persons')
  if (env.FLORIN_RATES === 'sandbox')
    problems.push('FLORIN_RATES: the sandbox makes rates up; production needs ecb, json or off')
  if (!env.FLORIN_SMTP_URL && env.FLORIN_MESSAGES === 'on')
    problems.push(
      'FLORIN_SMTP_URL: production needs a mail server for emails to shoppers; to send none set FLORIN_MESSAGES=off',
    )
  return problems
}
