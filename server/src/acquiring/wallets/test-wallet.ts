import { createHash, randomUUID } from 'node:crypto'
import type { DeclineReason, WalletType } from '#connectors/acquirer/port.ts'
import { deviceNumbers, makeCryptogram } from '#connectors/acquirer/sandbox/index.ts'
import { numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import { makeAppleToken } from '#connectors/wallet/sandbox/apple-token.ts'
import { newKey } from '#connectors/wallet/sandbox/certificates.ts'
import { makeGoogleToken } from '#connectors/wallet/sandbox/google-token.ts'
import { generateTestIssuer, readTestIssuer, rootKeysOf } from '#connectors/wallet/sandbox/issuer.ts'
import type { Author, SiteId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { gatewayMerchantIdOf } from './account.ts'
import type { WalletsContext } from './context.ts'
import { decryptionKeysOf, secretOfKey, testIssuerOf } from './keys.ts'
import { refuse } from './refusals.ts'
import { findAccount, setWallet } from './set-wallet.ts'

const recipients = { applePay: 'merchant.test.florin', googlePay: 'gateway:florintest' } as const

/**
 * Makes the keys of the test wallet, once: roots of its own that sign as Apple and Google do, and the keys that open its
 * tokens. So both wallets can be tried without either of them. For staging alone.
 */
export async function openTestWallets(ctx: WalletsContext, by: Author): Promise<void> {
  for (const wallet of ['applePay', 'googlePay'] as const) {
    if (await findAccount(ctx, { wallet, isTest: true })) continue
    const issuer = generateTestIssuer()
    const read = readTestIssuer(issuer)
    const change = {
      wallet,
      isTest: true,
      recipient: recipients[wallet],
      trust: wallet === 'applePay' ? read.apple.root : rootKeysOf(read),
      keys: [
        { kind: 'decryption', certificate: undefined, secret: secretOfKey(newKey()) },
        { kind: 'testIssuer', certificate: undefined, secret: new Secret(issuer) },
      ],
    } as const
    await setWallet(ctx, { by, change })
  }
}

/** The cards in the test wallet. `printed`: Google's, of an account and not of a device, so the bank may want to ask. */
export const testWalletCards: readonly TestWalletCard[] = [
  ...deviceNumbers.map(
    ({ number, brand, declines }): TestWalletCard => ({
      id: number.slice(-4),
      number,
      brand,
      does: !declines ? 'approved' : declines.whenInitiated === 'mit' ? 'declinedLater' : declines.reason,
      printed: false,
    }),
  ),
  { id: '1111', number: '4111111111111111', brand: 'visa', does: 'challenged', printed: true },
]
type TestWalletCard = {
  id: string
  number: string
  brand: string
  /** What becomes of a payment with it; a reason: it is declined for it. */
  does: 'approved' | 'declinedLater' | 'challenged' | DeclineReason
  printed: boolean
}

export const cardsOfTestWallet = (wallet: WalletType) =>
  testWalletCards.filter(({ printed }) => !printed || wallet === 'googlePay')

type TestToken = { wallet: WalletType; cardId: string; siteId: SiteId; amount: Money }

/** A token of the test wallet for one payment, as the text that the wallet's script returns. For staging alone. */
export async function makeTestToken(
  ctx: WalletsContext,
  { wallet, cardId, siteId, amount }: TestToken,
): Promise<string> {
  const account = ctx.testMode ? await findAccount(ctx, { wallet, isTest: true }) : undefined
  const secret = account && testIssuerOf(ctx.keys, account)
  const card = cardsOfTestWallet(wallet).find(({ id }) => id === cardId)
  const [publicKey] = account ? decryptionKeysOf(ctx.keys, account) : []
  if (!account || !secret || !card || !publicKey) throw refuse('wallet_account_not_found')
  const issuer = readTestIssuer(secret.reveal())
  const now = ctx.clock.now()
  const cryptogram = makeCryptogram(new Secret(card.number))
  const shared = { card, cryptogram, amount, siteId, expiresAt: now.add({ hours: 24 }) }
  if (wallet === 'applePay') {
    const merchantIdHash = createHash('sha256').update(account.recipient).digest()
    const content = appleContent(shared)
    return JSON.stringify(makeAppleToken({ issuer: issuer.apple, publicKey, merchantIdHash, content, signedAt: now }))
  }
  const { recipient: recipientId } = account
  const content = googleContent(shared)
  const keyExpiresAt = shared.expiresAt
  return makeGoogleToken({ issuer: issuer.google, publicKey, recipientId, content, keyExpiresAt })
}

type Contained = {
  card: (typeof testWalletCards)[number]
  cryptogram: string
  amount: Money
  siteId: SiteId
  expiresAt: Temporal.Instant
}

const appleContent = ({ card, cryptogram, amount }: Contained) => ({
  applicationPrimaryAccountNumber: card.number,
  applicationExpirationDate: '341231',
  currencyCode: numberOfCurrency(amount.currency) ?? '000',
  transactionAmount: JSON.rawJSON(String(amount.minor)),
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: '07' },
})

const googleContent = ({ card, cryptogram, siteId, expiresAt }: Contained) => ({
  gatewayMerchantId: gatewayMerchantIdOf(siteId),
  messageId: randomUUID(),
  messageExpiration: String(expiresAt.epochMilliseconds),
  paymentMethod: 'CARD',
  paymentMethodDetails: {
    pan: card.number,
    expirationMonth: 12,
    expirationYear: 2034,
    ...(card.printed
      ? { authMethod: 'PAN_ONLY' }
      : { authMethod: 'CRYPTOGRAM_3DS', cryptogram, eciIndicator: card.brand === 'mastercard' ? '02' : '07' }),
  },
})
