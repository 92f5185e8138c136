import { NotSent } from '../errors.ts'
import type { ConnectionCheck, ConnectionParts, Processor } from '../processor.ts'
import { openApi } from './api.ts'
import type { StripeContext } from './context.ts'
import { credentialFields, hostsOf, readCredentials, type StripeCredentials } from './credentials.ts'
import { readAccount } from './objects.ts'
import { stripeAcquirer } from './stripe-acquirer.ts'
import { stripeTestCards } from './test-cards.ts'
import { stripeWebhooks } from './webhooks.ts'

/** Accounts at Stripe (stripe.com), by its payment intents API. */
export const stripe: Processor<StripeCredentials> = {
  kind: 'stripe',
  title: 'Stripe',
  sendsWebhooks: true,
  fields: credentialFields,
  testCard: stripeTestCards[0]!,
  testCards: stripeTestCards,
  readCredentials,
  modeOf: ({ mode }) => mode,
  modeHelp: 'Live keys begin with sk_live_ or rk_live_, those of the test system with sk_test_ or rk_test_.',
  hostsOf,
  check,
  open: (parts) => {
    const api = openApi(parts)
    const { db, react, explain, connector, clock, log, opened, listGrown } = parts
    const { mitExemption, networkTokens, lineItems, descriptorSuffix } = opened
    const settings = { mitExemption, networkTokens, lineItems, descriptorSuffix }
    const given = { connector, clock, log, api, settings, listGrown }
    const ctx: StripeContext = { db, react, ...(explain && { explain }), ...given }
    return { acquirer: stripeAcquirer(ctx), jobs: [], webhooks: stripeWebhooks(ctx, parts), close: api.close }
  },
}

async function check(parts: ConnectionParts<StripeCredentials>): Promise<ConnectionCheck> {
  const api = openApi(parts)
  try {
    const { current } = await parts.credentials()
    const reply = await api.get('/v1/account')
    if (!reply.ok) return { works: false, problem: problemOf(reply.status) }
    const account = readAccount(reply.body)
    return { works: true, account: nameOf(account), notes: notesOf(account, current) }
  } catch (error) {
    if (error instanceof NotSent) return { works: false, problem: unreachable }
    return { works: false, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    await api.close()
  }
}

const unreachable =
  'Stripe cannot be reached; the log says why. Try again, and see whether this machine may call api.stripe.com'

function problemOf(status: number): string {
  if (status === 401) return 'Stripe does not know this secret key. Copy it again from Developers, API keys'
  if (status === 403)
    return 'This restricted key may not read the account. Allow it to read accounts, or use the secret key'
  return `Stripe answered with ${status}`
}

type Account = ReturnType<typeof readAccount>

const nameOf = ({ id, settings }: Account): string => {
  const name = settings?.dashboard?.display_name
  return name ? `${name} (${id})` : id
}

/** What an operator should know of the account. Whether it may send card numbers, no harmless call says. */
function notesOf(
  { charges_enabled: charges, payouts_enabled: payouts, settings }: Account,
  current: StripeCredentials,
) {
  const schedule = settings?.payouts?.schedule?.interval
  return [
    ...(charges === false ? ['The account cannot take payments yet: Stripe asks for more about the business.'] : []),
    ...(payouts === false ? ['The account is not paid out yet.'] : []),
    ...(schedule === 'manual'
      ? ['Payouts are made by hand: Stripe says of automatic ones alone which payments they pay.']
      : []),
    ...(current.webhookSecret ? [] : ['There is no webhook secret: results and disputes are only polled.']),
    ...(current.mitExemption
      ? []
      : [
          'Merchant-initiated payments are charged to cards that this account has stored itself (mitExemption is off).',
        ]),
    ...(current.networkTokens
      ? []
      : ['Payments with Apple Pay and Google Pay are left to other connections (networkTokens is off).']),
    'Stripe must allow this account to send card numbers (raw card data): the first payment shows whether it has.',
  ]
}
