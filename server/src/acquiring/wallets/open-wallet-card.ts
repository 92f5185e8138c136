import { createHash } from 'node:crypto'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { currencyOfNumber } from '#connectors/iso8583/currencies.ts'
import { appleTokens } from '#connectors/wallet/apple/payment-token.ts'
import { googleTokens } from '#connectors/wallet/google/payment-token.ts'
import { readRootKeys } from '#connectors/wallet/google/root-keys.ts'
import { BadWalletToken, type OpenToken, type WalletCard } from '#connectors/wallet/port.ts'
import type { Site } from '#core/directory'
import { brandOf, type CardBrand, walletNames } from '#core/pages'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { gatewayMerchantIdOf, type WalletAccount } from './account.ts'
import { accountsInUse, type WalletsContext } from './context.ts'
import { decryptionKeysOf, processingKeysOf } from './keys.ts'
import { refuse } from './refusals.ts'

/** What a store, a page or an app has sent of a wallet, and what it calls the token and the kind of wallet, for refusals. */
export type WalletInput = { type: WalletType; token: unknown; field: string; typeField: string }

/** A card for `NewPayment`, and what has to be committed with its intent, so that the token pays once. */
export type OpenedWallet = { card: WalletCard & { brand: CardBrand }; writes: readonly Write[] }

/**
 * Verifies and decrypts the token of a wallet for a payment of `amount` at a site. Refuses a wallet that the site does not
 * take or that is not set up here (`wallet_not_accepted`, `wallet_keys_missing`), a token that is not good
 * (`invalid_wallet_token`), one whose shopper has confirmed another amount (`wallet_amount_mismatch`) or whose card has
 * expired; and, by the writes that it returns, one that was used before (`wallet_token_used`).
 */
export async function openWalletCard(
  ctx: WalletsContext,
  { site, input, amount }: { site: Site; input: WalletInput; amount: Money },
): Promise<OpenedWallet> {
  const { type, field, typeField } = input
  const wallet = walletNames[type]
  if (!site.wallets.includes(type)) throw refuse('wallet_not_accepted', { field: typeField, wallet })
  const accounts = (await accountsInUse(ctx)).filter((account) => account.wallet === type)
  if (accounts.length === 0) throw refuse('wallet_keys_missing', { field: typeField, wallet })
  const now = ctx.clock.now()
  const card = openToken(ctx, accounts, { input, site, now })
  requireConfirmed(card, { amount, field })
  const today = now.toZonedDateTimeISO(site.timeZone).toPlainDate()
  const month = Temporal.PlainYearMonth.from({ year: card.expiryYear, month: card.expiryMonth })
  if (Temporal.PlainYearMonth.compare(month, today.toPlainYearMonth()) < 0)
    throw refuse('wallet_card_expired', { field })
  const brand = brandOf(card.pan.reveal())
  if (!brand) throw badToken(new BadWalletToken('content'), field)
  return { card: { ...card, brand }, writes: [rememberToken(now, card, field)] }
}

/** The card as a payment takes it. */
export const walletCard = ({
  brand,
  wallet,
  cryptogram,
  eci,
  pan,
  expiryMonth,
  expiryYear,
  holderName,
}: OpenedWallet['card']) => ({
  brand,
  details: { pan, cvv: undefined, expiryMonth, expiryYear, holderName, wallet: { type: wallet, cryptogram, eci } },
})

/** By each account in turn: of staging's two, one trusts the wallet and the other the test wallet. */
function openToken(
  { keys, log }: WalletsContext,
  accounts: readonly WalletAccount[],
  { input, site, now }: { input: WalletInput; site: Site; now: Instant },
): WalletCard {
  const faults = accounts.map((account) => {
    try {
      return tokensOf(account)(input.token, now)
    } catch (error) {
      if (error instanceof BadWalletToken) return error
      throw error
    }
  })
  const card = faults.find((one) => !(one instanceof BadWalletToken))
  if (card && !(card instanceof BadWalletToken)) return card
  const errors = faults.filter((one) => one instanceof BadWalletToken)
  const error = errors.find(({ fault }) => fault !== 'untrusted') ?? errors[0]!
  log.info({ site: site.id, wallet: input.type, fault: error.fault }, 'a token of a wallet was refused')
  throw badToken(error, input.field)

  function tokensOf(account: WalletAccount): OpenToken {
    if (account.wallet === 'applePay')
      return appleTokens({ roots: [account.trust], keys: processingKeysOf(keys, account) })
    return googleTokens({
      rootKeys: readRootKeys(account.trust) ?? [],
      privateKeys: decryptionKeysOf(keys, account),
      recipientId: account.recipient,
      isMerchant: (id) => id === gatewayMerchantIdOf(site.id),
    })
  }
}

const badToken = ({ message, fault }: BadWalletToken, field: string) =>
  refuse('invalid_wallet_token', { field, reason: message, fault })

function requireConfirmed({ confirmed }: WalletCard, { amount, field }: { amount: Money; field: string }): void {
  if (!confirmed) return
  const currency = currencyOfNumber(confirmed.currencyNumber)
  if (currency === amount.currency && confirmed.minor === amount.minor) return
  const shown = currency
    ? textOf(money(confirmed.minor, currency))
    : `${confirmed.minor} of ${confirmed.currencyNumber}`
  throw refuse('wallet_amount_mismatch', { field, confirmed: shown, amount: textOf(amount) })
}
const textOf = (amount: Money): string => `${formatMoney(amount)} ${amount.currency}`

/** By a digest: what a wallet calls a token may be worth something to others. */
const rememberToken = (now: Instant, { wallet, tokenId }: WalletCard, field: string): Write =>
  insert(
    'wallets.used_tokens',
    { wallet, token_hash: createHash('sha256').update(`${wallet} ${tokenId}`).digest(), used_at: now },
    { onDuplicate: { used_once: () => refuse('wallet_token_used', { field }) } },
  )
