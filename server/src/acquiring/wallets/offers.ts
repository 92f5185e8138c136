import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import { walletNames } from '#core/pages'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { gatewayMerchantIdOf, type WalletAccount } from './account.ts'
import { accountsInUse, type WalletsContext } from './context.ts'
import { refuse } from './refusals.ts'

/**
 * What the wallet's own script needs to be asked for a payment at a site: for Apple Pay the beginning of an
 * `ApplePayPaymentRequest`, for Google Pay that of a `PaymentDataRequest` (wire fact 9.1).
 */
export type WalletParams = AppleParams | GoogleParams
export type AppleParams = {
  wallet: 'applePay'
  isTest: boolean
  merchantIdentifier: string
  merchantName: string
  countryCode: string
  supportedNetworks: readonly string[]
  merchantCapabilities: readonly string[]
}
export type GoogleParams = {
  wallet: 'googlePay'
  isTest: boolean
  environment: 'TEST' | 'PRODUCTION'
  gateway: string
  gatewayMerchantId: string
  merchantId: string | undefined
  merchantName: string
  countryCode: string
  allowedCardNetworks: readonly string[]
  allowedAuthMethods: readonly string[]
}

/** Of one wallet. Refuses one that the site does not take, or that is not set up here. */
export async function walletParams(ctx: WalletsContext, site: Site, wallet: WalletType): Promise<WalletParams> {
  const name = walletNames[wallet]
  if (!site.wallets.includes(wallet)) throw refuse('wallet_not_accepted', { wallet: name })
  const found = (await paramsOf(ctx, site)).find((one) => one.wallet === wallet)
  if (!found) throw refuse('wallet_keys_missing', { wallet: name })
  return found
}

/** Of all wallets that the site takes and this installation has keys for. Reads nothing for a site that takes none. */
export async function paramsOf(ctx: Pick<WalletsContext, 'db' | 'testMode'>, site: Site): Promise<WalletParams[]> {
  if (site.wallets.length === 0) return []
  const accounts = await accountsInUse(ctx)
  return site.wallets.flatMap((wallet) => {
    const usable = accounts.filter((one) => one.wallet === wallet && one.keys.some(({ kind }) => kind === 'decryption'))
    // The wallet itself, where the operator has set it up, and else the test wallet.
    const account = usable.find(({ isTest }) => !isTest) ?? usable[0]
    return account ? [wallet === 'applePay' ? appleParams(account, site) : googleParams(account, site)] : []
  })
}

const appleParams = ({ recipient, isTest }: WalletAccount, { merchantName, country }: Site): AppleParams => ({
  wallet: 'applePay',
  isTest,
  merchantIdentifier: recipient,
  merchantName,
  countryCode: country ?? unknownCountry,
  supportedNetworks: ['visa', 'masterCard', 'maestro', 'amex', 'discover', 'jcb'],
  merchantCapabilities: ['supports3DS'],
})

function googleParams({ recipient, isTest, merchantId }: WalletAccount, site: Site): GoogleParams {
  return {
    wallet: 'googlePay',
    isTest,
    environment: site.live ? 'PRODUCTION' : 'TEST',
    gateway: recipient.replace(/^gateway:/, ''),
    gatewayMerchantId: gatewayMerchantIdOf(site.id),
    merchantId,
    merchantName: site.merchantName,
    countryCode: site.country ?? unknownCountry,
    allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'JCB'],
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
  }
}
/** Both wallets require one: of sites that do not say theirs. */
const unknownCountry = 'RO'

/** What the wallet's script is asked for one payment. */
export type WalletOffer = { wallet: WalletType; isTest: boolean; request: object }

export const offerOf = (params: WalletParams, amount: Money): WalletOffer => ({
  wallet: params.wallet,
  isTest: params.isTest,
  request: params.wallet === 'applePay' ? appleRequest(params, amount) : googleRequest(params, amount),
})

/** An `ApplePayPaymentRequest`. */
const appleRequest = (params: AppleParams, amount: Money): object => ({
  countryCode: params.countryCode,
  currencyCode: amount.currency,
  supportedNetworks: params.supportedNetworks,
  merchantCapabilities: params.merchantCapabilities,
  total: { label: params.merchantName, amount: formatMoney(amount), type: 'final' },
})

/** What a `PaymentRequest` of the browser is made of, with Google's address as its method. */
const googleRequest = (params: GoogleParams, amount: Money): object => {
  const { environment, merchantId, merchantName, allowedAuthMethods, allowedCardNetworks, gateway, gatewayMerchantId } =
    params
  const total = { currency: amount.currency, value: formatMoney(amount) }
  return {
    data: {
      environment,
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: { merchantName, ...(merchantId && { merchantId }) },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: { allowedAuthMethods, allowedCardNetworks },
          tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } },
        },
      ],
      transactionInfo: {
        countryCode: params.countryCode,
        currencyCode: total.currency,
        totalPriceStatus: 'FINAL',
        totalPrice: total.value,
      },
    },
    details: { total: { label: merchantName, amount: total } },
  }
}
